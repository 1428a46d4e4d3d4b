"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { PasswordField } from "@/components/ui/password-field";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { resetPasswordAction } from "@/lib/account/actions";

export function ResetForm() {
  const t = useTranslations("auth");
  const [state, reset] = useFormAction(resetPasswordAction);

  return (
    <Form action={reset}>
      <FormMessage state={state} />
      <PasswordField
        label={t("newPassword")}
        name="password"
        hint={t("passwordHint")}
        state={state}
        autoComplete="new-password"
        required
      />
      <SubmitButton>{t("setPassword")}</SubmitButton>
    </Form>
  );
}
