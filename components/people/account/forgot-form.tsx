"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { forgotAction } from "@/lib/people/account/actions";

/** The same text whether or not the email has an account. */
export function ForgotForm() {
  const t = useTranslations("auth");

  return (
    <Form action={forgotAction} notice={t("forgotSent")} submit={t("sendLink")}>
      {(state) => <Field label={t("email")} name="email" type="email" state={state} autoComplete="username" required />}
    </Form>
  );
}
