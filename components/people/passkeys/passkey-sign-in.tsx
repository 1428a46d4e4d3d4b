"use client";

import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from "@simplewebauthn/browser";
import { useTranslations } from "next-intl";
import { startTransition, useEffect, useEffectEvent } from "react";
import { useFormAction } from "@/components/ui/fields/form";
import {
  finishSecondFactorAction,
  finishSignInAction,
  startSecondFactorAction,
  startSignInAction,
} from "@/lib/people/passkeys/actions";
import { minutes } from "@/lib/platform/clock";
import { idle } from "@/lib/platform/form";
import { PasskeyForm, useCeremony } from "./passkey-form";

/** Signs in without email or password. `next`: the path on this site to continue to. */
export function PasskeySignIn({ next }: { next: string }) {
  const t = useTranslations("passkeys");
  const ceremony = useCeremony({
    start: startSignInAction,
    ask: (optionsJSON) => startAuthentication({ optionsJSON }),
    finish: finishSignInAction,
  });
  const form = useFormAction(ceremony);
  const [, signIn, isBusy] = form;

  useAutofill(isBusy, (answer) => {
    answer.set("next", next);
    startTransition(() => signIn(answer));
  });

  return <PasskeyForm label={t("signIn")} action={form} hidden={{ next }} isAlternative />;
}

/** Offers passkeys in the email field's autofill. `isBusy`: another ceremony runs, and there is only one at a time. */
function useAutofill(isBusy: boolean, onAnswer: (form: FormData) => void): void {
  const answer = useEffectEvent(onAnswer);

  useEffect(() => {
    if (isBusy) return;
    const offer = async () => {
      const form = await askInAutofill();
      if (form) answer(form);
    };
    void offer();
    // A challenge is valid for five minutes; a page can stay open for longer.
    const timer = setInterval(offer, minutes(4));
    return () => {
      clearInterval(timer);
      WebAuthnAbortService.cancelCeremony();
    };
  }, [isBusy]);
}

/** The device's response, once someone picks a passkey; null if that ends without one. */
async function askInAutofill(): Promise<FormData | null> {
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  const started = await startSignInAction(idle, new FormData()).catch(() => null);
  if (started?.status !== "done") return null;
  const response = await startAuthentication({ optionsJSON: started.data, useBrowserAutofill: true }).catch(() => null);
  if (!response) return null;
  const form = new FormData();
  form.set("response", JSON.stringify(response));
  return form;
}

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
