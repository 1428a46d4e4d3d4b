"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { PasswordField } from "@/components/ui/fields/password-field";
import { signUpAction } from "@/lib/people/account/actions";
import { type Terms, TermsField } from "./terms-field";

/** `terms` are the operator's terms, if there are any. */
export function SignUpForm({ terms }: { terms: Terms | null }) {
  const t = useTranslations("auth");

  return (
    <Form action={signUpAction} submit={t("signUp")}>
      {(state) => (
        <>
          <Field label={t("name")} name="name" state={state} autoComplete="name" required />
          <Field
            label={t("businessName")}
            name="businessName"
            hint={t("businessNameHint")}
            state={state}
            autoComplete="organization"
            required
          />
          <Field label={t("email")} name="email" type="email" state={state} autoComplete="email" required />
          <PasswordField
            label={t("password")}
            name="password"
            hint={t("passwordHint")}
            state={state}
            autoComplete="new-password"
            required
          />
          {terms && <TermsField {...terms} state={state} />}
        </>
      )}
    </Form>
  );
}
