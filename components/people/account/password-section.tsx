"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Form } from "@/components/ui/fields/form";
import { PasswordField } from "@/components/ui/fields/password-field";
import { Card } from "@/components/ui/text/card";
import { changePasswordAction } from "@/lib/people/account/actions";

export function PasswordSection() {
  const t = useTranslations("account.password");
  const auth = useTranslations("auth");

  return (
    <Card title={t("title")}>
      <Form
        action={changePasswordAction}
        stepUp={StepUp}
        notice={t("changed")}
        submit={t("change")}
        button={{ variant: "secondary" }}
      >
        {(state) => (
          <>
            <PasswordField
              label={t("current")}
              name="password"
              state={state}
              autoComplete="current-password"
              required
            />
            <PasswordField
              label={t("new")}
              name="newPassword"
              hint={auth("passwordHint")}
              state={state}
              autoComplete="new-password"
              required
            />
          </>
        )}
      </Form>
    </Card>
  );
}
