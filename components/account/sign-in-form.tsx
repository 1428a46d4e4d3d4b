"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { PasswordField } from "@/components/ui/password-field";
import { SubmitButton } from "@/components/ui/submit-button";
import { signInAction } from "@/lib/account/actions";
import { idle } from "@/lib/form";

/** `next`: the path on this site to go on to. */
export function SignInForm({ next }: { next: string }) {
  const t = useTranslations("auth");
  const [state, signIn] = useActionState(signInAction, idle);

  return (
    <Form action={signIn} hidden={{ next }}>
      <FormMessage state={state} />
      <Field label={t("email")} name="email" type="email" state={state} autoComplete="username webauthn" required />
      <PasswordField label={t("password")} name="password" state={state} autoComplete="current-password" required />
      <SubmitButton>{t("signIn")}</SubmitButton>
    </Form>
  );
}
