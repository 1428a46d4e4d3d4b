"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { signInWithRecoveryCodeAction } from "@/lib/two-factor/actions";
import { AnyCodeField } from "./any-code-field";

export function RecoverySignInForm() {
  const t = useTranslations("twoFactor.signIn");
  const [state, signIn] = useFormAction(signInWithRecoveryCodeAction);
  return (
    <Form action={signIn}>
      <FormMessage state={state} />
      <AnyCodeField label={t("recoveryCode")} state={state} autoComplete="off" />
      <SubmitButton>{t("submit")}</SubmitButton>
    </Form>
  );
}
