"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { signInWithRecoveryCodeAction } from "@/lib/two-factor/actions";

export function RecoverySignInForm() {
  const t = useTranslations("twoFactor.signIn");
  const [state, signIn] = useFormAction(signInWithRecoveryCodeAction);
  return (
    <Form action={signIn}>
      <FormMessage state={state} />
      <Field
        label={t("recoveryCode")}
        name="code"
        state={state}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        mono
        required
      />
      <SubmitButton>{t("submit")}</SubmitButton>
    </Form>
  );
}
