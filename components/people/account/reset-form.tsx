"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { PasswordField } from "@/components/ui/fields/password-field";
import { resetPasswordAction } from "@/lib/people/account/actions";

export function ResetForm() {
  const t = useTranslations("auth");

  return (
    <ActionForm action={resetPasswordAction} submit={t("setPassword")}>
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
    </ActionForm>
  );
}
