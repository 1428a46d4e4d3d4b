"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field, FieldError } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { PasswordField } from "@/components/ui/fields/password-field";
import { acceptTermsAction, resendAction, signUpAction } from "@/lib/people/account/actions";
import type { ActionState } from "@/lib/platform/form";

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

export type Terms = { url: string; version: string };

type TermsFieldProps = Terms & { state: ActionState<unknown> };

export function TermsField({ url, version, state }: TermsFieldProps) {
  const t = useTranslations("auth.terms");
  const id = useId();
  const error = state.status === "refused" ? state.fields.terms : undefined;
  return (
    <div className="grid gap-1.5">
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          name="terms"
          value={version}
          required
          defaultChecked={state.status === "refused" && state.values.terms === version}
          aria-describedby={error && id}
          aria-invalid={error ? true : undefined}
          className="mt-[3px] size-4 shrink-0 accent-ink"
        />
        <span className="min-w-0">
          {t.rich("accept", {
            version,
            link: (words) => (
              <a href={url} target="_blank" rel="noreferrer" className="underline">
                {words}
              </a>
            ),
          })}
        </span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}

/** `next`: the path on this site to continue to. */
export function TermsForm({ terms, next }: { terms: Terms; next: string }) {
  const t = useTranslations("auth.terms");
  return (
    <Form action={acceptTermsAction} hidden={{ next }} submit={t("goOn")}>
      {(state) => <TermsField {...terms} state={state} />}
    </Form>
  );
}

export function ResendForm({ email }: { email: string }) {
  const t = useTranslations("auth");

  return (
    <Form
      action={resendAction}
      hidden={{ email }}
      notice={t("resent")}
      submit={t("resend")}
      button={{ variant: "secondary" }}
    />
  );
}
