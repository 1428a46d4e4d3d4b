"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { PasswordField } from "@/components/ui/fields/password-field";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { joinAction } from "@/lib/members/actions";

/** The email is the invitation's; it is shown, for password managers too, and never sent. */
export function JoinForm({ token, email }: { token: string; email: string }) {
  const [t, auth] = [useTranslations("members.invitation"), useTranslations("auth")];
  const [state, join] = useFormAction(joinAction);
  return (
    <Form action={join} hidden={{ token }}>
      <p>{t("newLead")}</p>
      <FormMessage state={state} />
      <Field label={auth("email")} name="shownEmail" defaultValue={email} readOnly autoComplete="username" />
      <Field label={auth("name")} name="name" state={state} autoComplete="name" required />
      <PasswordField
        label={auth("password")}
        name="password"
        hint={auth("passwordHint")}
        state={state}
        autoComplete="new-password"
        required
      />
      <SubmitButton>{t("create")}</SubmitButton>
    </Form>
  );
}
