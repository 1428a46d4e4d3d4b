"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { FormNotice } from "@/components/ui/form-notice";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { keepFactorsAction } from "@/lib/two-factor/actions";

/** The button, not the visit, ends the wait; it needs no sign-in. */
export function KeepFactorsForm() {
  const t = useTranslations("twoFactor.reset");
  const [state, keep] = useFormAction(keepFactorsAction);
  return (
    <Form action={keep}>
      <FormMessage state={state} />
      <FormNotice state={state}>{t("kept")}</FormNotice>
      {state.status === "done" ? (
        <ButtonLink href="/forgot">{t("newPassword")}</ButtonLink>
      ) : (
        <SubmitButton>{t("keep")}</SubmitButton>
      )}
    </Form>
  );
}
