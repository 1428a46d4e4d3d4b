"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { PasswordField } from "@/components/ui/fields/password-field";
import { acceptAction, changeAccountAction } from "@/lib/businesses/members/actions";
import { joinAction } from "@/lib/people/account/actions";

export function AcceptForm({ token }: { token: string }) {
  const t = useTranslations("members.invitation");
  return <Form action={acceptAction} hidden={{ token }} submit={t("accept")} />;
}

export function ChangeAccountForm({ token }: { token: string }) {
  const t = useTranslations("members.invitation");
  return (
    <Form action={changeAccountAction} hidden={{ token }} submit={t("change")} button={{ variant: "secondary" }} />
  );
}

/** The email is the invitation's; it is shown, for password managers too, and never sent. */
export function JoinForm({ token, email }: { token: string; email: string }) {
  const [t, auth] = [useTranslations("members.invitation"), useTranslations("auth")];
  return (
    <Form action={joinAction} hidden={{ token }} submit={t("create")}>
      {(state) => (
        <>
          <p>{t("newLead")}</p>
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
        </>
      )}
    </Form>
  );
}
