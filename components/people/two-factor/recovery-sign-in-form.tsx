"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { signInWithRecoveryCodeAction } from "@/lib/people/two-factor/actions";
import { AnyCodeField } from "./any-code-field";

export function RecoverySignInForm() {
  const t = useTranslations("twoFactor.signIn");
  return (
    <ActionForm action={signInWithRecoveryCodeAction} submit={t("submit")}>
      {(state) => <AnyCodeField label={t("recoveryCode")} state={state} autoComplete="off" />}
    </ActionForm>
  );
}
