"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { reportUnknownSignInAction } from "@/lib/account/unknown-sign-in/actions";

/** The button, not the visit, uses the link, because email scanners follow every link they see. */
export function ReportUnknownSignInForm() {
  const t = useTranslations("devices");
  const [state, disown] = useFormAction(reportUnknownSignInAction);
  return (
    <Form action={disown}>
      <FormMessage state={state} />
      <FormNotice state={state}>{t("notMeDone")}</FormNotice>
      {state.status === "done" ? (
        <ButtonLink href="/forgot">{t("mailAgain")}</ButtonLink>
      ) : (
        <SubmitButton variant="danger">{t("notMe")}</SubmitButton>
      )}
    </Form>
  );
}
