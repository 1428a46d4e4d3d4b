"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/fields/form";
import {
  requestResetAction,
  signInWithCodeAction,
  signInWithRecoveryCodeAction,
} from "@/lib/people/two-factor/actions";
import { AnyCodeField } from "./any-code-field";
import { CodeField } from "./code-field";

export function CodeSignInForm() {
  const t = useTranslations("twoFactor.signIn");
  return (
    <Form action={signInWithCodeAction} submit={t("submit")}>
      {(state) => <CodeField state={state} />}
    </Form>
  );
}

export function RecoverySignInForm() {
  const t = useTranslations("twoFactor.signIn");
  return (
    <Form action={signInWithRecoveryCodeAction} submit={t("submit")}>
      {(state) => <AnyCodeField label={t("recoveryCode")} state={state} autoComplete="off" />}
    </Form>
  );
}

/** Requests the emailed link with which someone who lost every factor starts the wait. */
export function RequestResetForm() {
  const t = useTranslations("twoFactor.reset");
  return <Form action={requestResetAction} notice={t("asked")} after={null} submit={t("ask")} />;
}
