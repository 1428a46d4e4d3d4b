"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { PasswordField } from "@/components/ui/fields/password-field";
import { forgotAction, signInAction } from "@/lib/people/account/actions";

/** `next`: the path on this site to continue to. */
export function SignInForm({ next }: { next: string }) {
  const t = useTranslations("auth");

  return (
    <Form action={signInAction} hidden={{ next }} submit={t("signIn")}>
      {(state) => (
        <>
          <Field label={t("email")} name="email" type="email" state={state} autoComplete="username webauthn" required />
          <PasswordField label={t("password")} name="password" state={state} autoComplete="current-password" required />
        </>
      )}
    </Form>
  );
}

/** The same text whether or not the email has an account. */
export function ForgotForm() {
  const t = useTranslations("auth");

  return (
    <Form action={forgotAction} notice={t("forgotSent")} submit={t("sendLink")}>
      {(state) => <Field label={t("email")} name="email" type="email" state={state} autoComplete="username" required />}
    </Form>
  );
}
