"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { FormNotice } from "@/components/ui/form-notice";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { notMeAction } from "@/lib/sessions/unknown-sign-in/actions";

/** A press, not the visit, spends the link: mail scanners follow every link they see. */
export function NotMeForm() {
  const t = useTranslations("devices");
  const [state, disown] = useFormAction(notMeAction);
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
