"use client";

import { useTranslations } from "next-intl";
import { useWaitEnd } from "@/components/two-factor/use-wait-end";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { beginUndoAction } from "@/lib/account/actions";

/** For a person who lost the required second factors. */
export function BeginUndoForm({ hours }: { hours: number }) {
  const t = useTranslations("auth");
  const sayEnd = useWaitEnd();
  const [state, begin] = useFormAction(beginUndoAction);
  return (
    <Form action={begin}>
      <FormMessage state={state} />
      <FormNotice state={state}>
        {state.status === "done" && t("undoEmailWaiting", { time: sayEnd(state.data) })}
      </FormNotice>
      {state.status !== "done" && <SubmitButton variant="ghost">{t("undoEmailWait", { hours })}</SubmitButton>}
    </Form>
  );
}
