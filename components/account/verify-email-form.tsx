"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { verifyEmailAction } from "@/lib/account/actions";

/** The button, not the visit, uses the link, because email scanners follow every link they see. */
export function VerifyEmailForm({ token }: { token: string }) {
  const t = useTranslations("auth");
  const [state, verifyEmail] = useFormAction(verifyEmailAction);

  return (
    <Form action={verifyEmail} hidden={{ token }}>
      <FormMessage state={state} />
      <SubmitButton>{t("confirmEmail")}</SubmitButton>
    </Form>
  );
}
