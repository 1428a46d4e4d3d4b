"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { PasswordField } from "@/components/ui/fields/password-field";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { signUpAction } from "@/lib/account/actions";

export function SignUpForm() {
  const t = useTranslations("auth");
  const [state, signUp] = useFormAction(signUpAction);

  return (
    <Form action={signUp}>
      <FormMessage state={state} />
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
      <SubmitButton>{t("signUp")}</SubmitButton>
    </Form>
  );
}
