"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { useFormAction } from "@/components/ui/fields/use-form-action";
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
