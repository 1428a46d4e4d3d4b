"use client";

import { startAuthentication } from "@simplewebauthn/browser";
import { useTranslations } from "next-intl";
import { finishSecondFactorAction, startSecondFactorAction } from "@/lib/people/passkeys/actions";
import { PasskeyForm, useCeremony } from "./passkey-form";

/** The second proof of a sign-in with a correct password. `isAlternative`: a code is accepted too. */
export function PasskeySecondFactor({ isAlternative }: { isAlternative: boolean }) {
  const t = useTranslations("passkeys");
  const ceremony = useCeremony({
    start: startSecondFactorAction,
    ask: (optionsJSON) => startAuthentication({ optionsJSON }),
    finish: finishSecondFactorAction,
  });
  return <PasskeyForm label={t("use")} action={ceremony} isAlternative={isAlternative} />;
}
