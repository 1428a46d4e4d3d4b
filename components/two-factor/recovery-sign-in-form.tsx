"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
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
