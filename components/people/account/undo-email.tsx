"use client";

import { startAuthentication } from "@simplewebauthn/browser";
import { useTranslations } from "next-intl";
import { PasskeyForm, useCeremony } from "@/components/people/passkeys/passkey-form";
import { AnyCodeField } from "@/components/people/two-factor/any-code-field";
import { useWaitEnd } from "@/components/people/two-factor/use-wait-end";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { ActionForm } from "@/components/ui/fields/action-form";
import { useFormAction } from "@/components/ui/fields/use-form-action";
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
    <ActionForm
      action={undoEmailAction}
      notice={t("undoEmailDone")}
      after={<ButtonLink href="/forgot">{t("setPassword")}</ButtonLink>}
      submit={t("undoEmail")}
    >
      {(state) => asksCode && state.status !== "done" && <AnyCodeField state={state} />}
    </ActionForm>
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
  const [state, undo] = useFormAction(ceremony);
  if (state.status !== "done") {
    return <PasskeyForm label={passkeys("use")} state={state} action={undo} isAlternative={isAlternative} />;
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
    <ActionForm
      action={beginUndoAction}
      notice={(wait) => t("undoEmailWaiting", { time: sayEnd(wait) })}
      after={null}
      submit={t("undoEmailWait", { hours })}
      button={{ variant: "ghost" }}
    />
  );
}
