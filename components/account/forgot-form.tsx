"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { forgotAction } from "@/lib/account/actions";

/** The same text whether or not the email has an account. */
export function ForgotForm() {
  const t = useTranslations("auth");
  const [state, ask] = useFormAction(forgotAction);

  return (
    <Form action={ask}>
      <FormMessage state={state} />
      <FormNotice state={state}>{t("forgotSent")}</FormNotice>
      <Field label={t("email")} name="email" type="email" state={state} autoComplete="username" required />
      <SubmitButton>{t("sendLink")}</SubmitButton>
    </Form>
  );
}
