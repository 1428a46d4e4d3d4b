"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { verifyEmailAction } from "@/lib/account/actions";
import { idle } from "@/lib/form";

/** A press, not the visit, spends the link: mail scanners follow every link they see. */
export function VerifyEmailForm({ token }: { token: string }) {
  const t = useTranslations("auth");
  const [state, verifyEmail] = useActionState(verifyEmailAction, idle);

  return (
    <Form action={verifyEmail} hidden={{ token }}>
      <FormMessage state={state} />
      <SubmitButton>{t("confirmEmail")}</SubmitButton>
    </Form>
  );
}
