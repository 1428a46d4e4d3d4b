"use client";

import { startAuthentication } from "@simplewebauthn/browser";
import { useTranslations } from "next-intl";
import { PasskeyForm, useCeremony } from "@/components/people/passkeys/passkey-form";
import { AnyCodeField } from "@/components/people/two-factor/any-code-field";
import { useWaitEnd } from "@/components/people/two-factor/use-wait-end";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { Form, useFormAction } from "@/components/ui/fields/form";
import {
  beginUndoAction,
  finishUndoByPasskeyAction,
  startUndoByPasskeyAction,
  undoEmailAction,
} from "@/lib/people/account/actions";

/** `asksCode`: the account has a second factor, so a code of the app or a recovery code is required. */
export function UndoEmailForm({ asksCode }: { asksCode: boolean }) {
  const t = useTranslations("auth");

  return (
    <Form
      action={undoEmailAction}
      notice={t("undoEmailDone")}
      after={<ButtonLink href="/forgot">{t("setPassword")}</ButtonLink>}
      submit={t("undoEmail")}
    >
      {(state) => asksCode && state.status !== "done" && <AnyCodeField state={state} />}
    </Form>
  );
}

/** Undoes an email change with a passkey instead of a code. `isAlternative`: a code is accepted too. */
export function UndoByPasskey({ isAlternative }: { isAlternative: boolean }) {
  const t = useTranslations("auth");
  const passkeys = useTranslations("passkeys");
  const ceremony = useCeremony({
    start: startUndoByPasskeyAction,
    ask: (optionsJSON) => startAuthentication({ optionsJSON }),
    finish: finishUndoByPasskeyAction,
  });
  const undo = useFormAction(ceremony);
  const [state] = undo;
  if (state.status !== "done") {
    return <PasskeyForm label={passkeys("use")} action={undo} isAlternative={isAlternative} />;
  }
  return (
    <>
      <Notice kind="success">{t("undoEmailDone")}</Notice>
      <ButtonLink href="/forgot">{t("setPassword")}</ButtonLink>
    </>
  );
}

/** For a person who lost the required second factors. */
export function BeginUndoForm({ hours }: { hours: number }) {
  const t = useTranslations("auth");
  const sayEnd = useWaitEnd();
  return (
    <Form
      action={beginUndoAction}
      notice={(wait) => t("undoEmailWaiting", { time: sayEnd(wait) })}
      after={null}
      submit={t("undoEmailWait", { hours })}
      button={{ variant: "ghost" }}
    />
  );
}
