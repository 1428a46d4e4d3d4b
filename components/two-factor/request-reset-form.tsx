"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { FormNotice } from "@/components/ui/form-notice";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { requestResetAction } from "@/lib/two-factor/actions";

/** Requests the emailed link with which someone who lost every factor starts the wait. */
export function RequestResetForm() {
  const t = useTranslations("twoFactor.reset");
  const [state, ask] = useFormAction(requestResetAction);
  return (
    <Form action={ask}>
      <FormMessage state={state} />
      <FormNotice state={state}>{t("asked")}</FormNotice>
      {state.status !== "done" && <SubmitButton>{t("ask")}</SubmitButton>}
    </Form>
  );
}
