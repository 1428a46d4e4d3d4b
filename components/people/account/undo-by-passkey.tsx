"use client";

import { startAuthentication } from "@simplewebauthn/browser";
import { useTranslations } from "next-intl";
import { PasskeyForm } from "@/components/people/passkeys/passkey-form";
import { useCeremony } from "@/components/people/passkeys/use-ceremony";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { finishUndoByPasskeyAction, startUndoByPasskeyAction } from "@/lib/people/account/actions";

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
