"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { PasswordField } from "@/components/ui/fields/password-field";
import { Card } from "@/components/ui/text/card";
import { changePasswordAction } from "@/lib/people/account/actions";
import { idle } from "@/lib/platform/form";

export function PasswordSection() {
  const t = useTranslations("account.password");
  const auth = useTranslations("auth");
  const [state, change] = useActionState(changePasswordAction, idle);

  return (
    <Card title={t("title")}>
      <FreshForm state={state} action={change}>
        <FormMessage state={state} />
        <FormNotice state={state}>{t("changed")}</FormNotice>
        <PasswordField label={t("current")} name="password" state={state} autoComplete="current-password" required />
        <PasswordField
          label={t("new")}
          name="newPassword"
          hint={auth("passwordHint")}
          state={state}
          autoComplete="new-password"
          required
        />
        <SubmitButton variant="secondary">{t("change")}</SubmitButton>
      </FreshForm>
    </Card>
  );
}
