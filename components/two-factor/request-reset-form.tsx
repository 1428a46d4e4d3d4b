"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { useFormAction } from "@/components/ui/fields/use-form-action";
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
