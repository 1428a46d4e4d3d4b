"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { Card } from "@/components/ui/text/card";
import { changeEmailAction } from "@/lib/people/account/actions";

export function EmailSection({ email }: { email: string }) {
  const t = useTranslations("account.email");

  return (
    <Card title={t("title")}>
      <Form
        action={changeEmailAction}
        stepUp={StepUp}
        notice={t("asked")}
        submit={t("change")}
        button={{ variant: "secondary" }}
      >
        {(state) => (
          <>
            <p className="text-muted wrap-anywhere">{t("now", { email })}</p>
            <Field
              label={t("new")}
              name="email"
              type="email"
              hint={t("hint")}
              state={state}
              autoComplete="email"
              required
            />
          </>
        )}
      </Form>
    </Card>
  );
}
