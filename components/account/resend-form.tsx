"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { Notice } from "@/components/ui/notice";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { resendAction } from "@/lib/account/actions";

export function ResendForm({ email }: { email: string }) {
  const t = useTranslations("auth");
  const [state, resend] = useFormAction(resendAction);

  return (
    <Form action={resend} hidden={{ email }}>
      <FormMessage state={state} />
      <div role="status" className="empty:hidden">
        {state.status === "done" && <Notice kind="success">{t("resent")}</Notice>}
      </div>
      <SubmitButton variant="secondary">{t("resend")}</SubmitButton>
    </Form>
  );
}
