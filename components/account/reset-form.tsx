"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { PasswordField } from "@/components/ui/fields/password-field";
import { useFormAction } from "@/components/ui/fields/use-form-action";
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
