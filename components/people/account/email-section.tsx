"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Field } from "@/components/ui/fields/field";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { Card } from "@/components/ui/text/card";
import { changeEmailAction } from "@/lib/people/account/actions";
import { idle } from "@/lib/platform/form";
import { FreshForm } from "./fresh-form";

export function EmailSection({ email }: { email: string }) {
  const t = useTranslations("account.email");
  const [state, change] = useActionState(changeEmailAction, idle);

  return (
    <Card title={t("title")}>
      <FreshForm state={state} action={change}>
        <p className="text-muted wrap-anywhere">{t("now", { email })}</p>
        <FormMessage state={state} />
        <FormNotice state={state}>{t("asked")}</FormNotice>
        <Field
          label={t("new")}
          name="email"
          type="email"
          hint={t("hint")}
          state={state}
          autoComplete="email"
          required
        />
        <SubmitButton variant="secondary">{t("change")}</SubmitButton>
      </FreshForm>
    </Card>
  );
}
