"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/fields/form";
import { PasswordField } from "@/components/ui/fields/password-field";
import { resetPasswordAction } from "@/lib/people/account/actions";

export function ResetForm() {
  const t = useTranslations("auth");

  return (
    <Form action={resetPasswordAction} submit={t("setPassword")}>
      {(state) => (
        <PasswordField
          label={t("newPassword")}
          name="password"
          hint={t("passwordHint")}
          state={state}
          autoComplete="new-password"
          required
        />
      )}
    </Form>
  );
}
