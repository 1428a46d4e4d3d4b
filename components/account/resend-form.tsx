"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Notice } from "@/components/ui/feedback/notice";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
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
