"use client";

import { startAuthentication } from "@simplewebauthn/browser";
import { useTranslations } from "next-intl";
import { startTransition } from "react";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { finishSignInAction, startSignInAction } from "@/lib/people/passkeys/actions";
import { PasskeyForm } from "./passkey-form";
import { useAutofill } from "./use-autofill";
import { useCeremony } from "./use-ceremony";

/** Signs in without email or password. `next`: the path on this site to continue to. */
export function PasskeySignIn({ next }: { next: string }) {
  const t = useTranslations("passkeys");
  const ceremony = useCeremony({
    start: startSignInAction,
    ask: (optionsJSON) => startAuthentication({ optionsJSON }),
    finish: finishSignInAction,
  });
  const [state, signIn, isBusy] = useFormAction(ceremony);

  useAutofill(isBusy, (form) => {
    form.set("next", next);
    startTransition(() => signIn(form));
  });

  return <PasskeyForm label={t("signIn")} state={state} action={signIn} hidden={{ next }} isAlternative />;
}
