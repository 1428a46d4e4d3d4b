"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Form } from "@/components/ui/fields/form";
import {
  beginResetAction,
  keepFactorsAction,
  requestResetAction,
  signInWithCodeAction,
  signInWithRecoveryCodeAction,
} from "@/lib/people/two-factor/actions";
import { AnyCodeField } from "./any-code-field";
import { CodeField } from "./code-field";
import { useWaitEnd } from "./use-wait-end";

export function CodeSignInForm() {
  const t = useTranslations("twoFactor.signIn");
  return (
    <Form action={signInWithCodeAction} submit={t("submit")}>
      {(state) => <CodeField state={state} />}
    </Form>
  );
}

export function RecoverySignInForm() {
  const t = useTranslations("twoFactor.signIn");
  return (
    <Form action={signInWithRecoveryCodeAction} submit={t("submit")}>
      {(state) => <AnyCodeField label={t("recoveryCode")} state={state} autoComplete="off" />}
    </Form>
  );
}

/** Requests the emailed link with which someone who lost every factor starts the wait. */
export function RequestResetForm() {
  const t = useTranslations("twoFactor.reset");
  return <Form action={requestResetAction} notice={t("asked")} after={null} submit={t("ask")} />;
}

// The forms of the pages that the links in emails about lost factors open.

export function BeginResetForm({ hours }: { hours: number }) {
  const t = useTranslations("twoFactor.reset");
  const sayEnd = useWaitEnd();
  return (
    <Form
      action={beginResetAction}
      notice={(data) => t("begun", { time: sayEnd(data) })}
      after={<ButtonLink href="/sign-in">{t("toSignIn")}</ButtonLink>}
      submit={t("begin", { hours })}
    />
  );
}

/** Ends the wait; it needs no sign-in. */
export function KeepFactorsForm() {
  const t = useTranslations("twoFactor.reset");
  return (
    <Form
      action={keepFactorsAction}
      notice={t("kept")}
      after={<ButtonLink href="/forgot">{t("newPassword")}</ButtonLink>}
      submit={t("keep")}
    />
  );
}
