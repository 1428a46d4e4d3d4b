"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { confirmEmailAction } from "@/lib/account/actions";

/** The button, not the visit, changes the account, because email scanners follow every link they see. */
export function ConfirmEmailForm() {
  const t = useTranslations("auth");
  const [state, confirm] = useFormAction(confirmEmailAction);

  return (
    <Form action={confirm}>
      <FormMessage state={state} />
      <FormNotice state={state}>{t("confirmEmailDone")}</FormNotice>
      {state.status === "done" ? (
        <ButtonLink href="/account">{t("goToAccount")}</ButtonLink>
      ) : (
        <SubmitButton>{t("confirmEmail")}</SubmitButton>
      )}
    </Form>
  );
}
