"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { PasswordField } from "@/components/ui/fields/password-field";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { signInAction } from "@/lib/account/actions";

/** `next`: the path on this site to continue to. */
export function SignInForm({ next }: { next: string }) {
  const t = useTranslations("auth");
  const [state, signIn] = useFormAction(signInAction);

  return (
    <Form action={signIn} hidden={{ next }}>
      <FormMessage state={state} />
      <Field label={t("email")} name="email" type="email" state={state} autoComplete="username webauthn" required />
      <PasswordField label={t("password")} name="password" state={state} autoComplete="current-password" required />
      <SubmitButton>{t("signIn")}</SubmitButton>
    </Form>
  );
}
