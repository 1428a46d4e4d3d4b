"use client";

import { startAuthentication } from "@simplewebauthn/browser";
import { useTranslations } from "next-intl";
import { useFormAction } from "@/components/ui/fields/use-form-action";
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
  const [state, prove] = useFormAction(ceremony);
  return <PasskeyForm label={t("use")} state={state} action={prove} isAlternative={isAlternative} />;
}
