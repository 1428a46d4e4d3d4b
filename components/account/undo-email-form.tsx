"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { FormNotice } from "@/components/ui/form-notice";
import { SubmitButton } from "@/components/ui/submit-button";
import { undoEmailAction } from "@/lib/account/actions";
import { idle } from "@/lib/form";

export function UndoEmailForm() {
  const t = useTranslations("auth");
  const [state, undo] = useActionState(undoEmailAction, idle);

  return (
    <Form action={undo}>
      <FormMessage state={state} />
      <FormNotice state={state}>{t("undoEmailDone")}</FormNotice>
      {state.status === "done" ? (
        <ButtonLink href="/forgot">{t("setPassword")}</ButtonLink>
      ) : (
        <SubmitButton>{t("undoEmail")}</SubmitButton>
      )}
    </Form>
  );
}
