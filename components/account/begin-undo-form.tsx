"use client";

import { useTranslations } from "next-intl";
import { useWaitEnd } from "@/components/two-factor/use-wait-end";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { FormNotice } from "@/components/ui/form-notice";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
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
