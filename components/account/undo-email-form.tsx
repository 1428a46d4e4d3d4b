"use client";

import { useTranslations } from "next-intl";
import { AnyCodeField } from "@/components/two-factor/any-code-field";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { undoEmailAction } from "@/lib/account/actions";

/** `asksCode`: the account has a second factor, so a code of the app or a recovery code is required. */
export function UndoEmailForm({ asksCode }: { asksCode: boolean }) {
  const t = useTranslations("auth");
  const [state, undo] = useFormAction(undoEmailAction);

  return (
    <Form action={undo}>
      <FormMessage state={state} />
      <FormNotice state={state}>{t("undoEmailDone")}</FormNotice>
      {asksCode && state.status !== "done" && <AnyCodeField state={state} />}
      {state.status === "done" ? (
        <ButtonLink href="/forgot">{t("setPassword")}</ButtonLink>
      ) : (
        <SubmitButton>{t("undoEmail")}</SubmitButton>
      )}
    </Form>
  );
}
