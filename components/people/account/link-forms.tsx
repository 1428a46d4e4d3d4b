"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Form } from "@/components/ui/fields/form";
import { PasswordField } from "@/components/ui/fields/password-field";
import {
  confirmEmailAction,
  reportUnknownSignInAction,
  resetPasswordAction,
  verifyEmailAction,
} from "@/lib/people/account/actions";

// The forms of the pages that the links in emails open: the button, not the visit, uses the link, because email scanners
// follow every link they see.

export function VerifyEmailForm({ token }: { token: string }) {
  const t = useTranslations("auth");

  return <Form action={verifyEmailAction} hidden={{ token }} submit={t("confirmEmail")} />;
}

export function ConfirmEmailForm() {
  const t = useTranslations("auth");

  return (
    <Form
      action={confirmEmailAction}
      notice={t("confirmEmailDone")}
      after={<ButtonLink href="/account">{t("goToAccount")}</ButtonLink>}
      submit={t("confirmEmail")}
    />
  );
}

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

export function ReportUnknownSignInForm() {
  const t = useTranslations("devices");
  return (
    <Form
      action={reportUnknownSignInAction}
      notice={t("notMeDone")}
      after={<ButtonLink href="/forgot">{t("mailAgain")}</ButtonLink>}
      submit={t("notMe")}
      button={{ variant: "danger" }}
    />
  );
}
