"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { changeAccountAction } from "@/lib/members/actions";

export function ChangeAccountForm({ token }: { token: string }) {
  const t = useTranslations("members.invitation");
  const [state, change] = useFormAction(changeAccountAction);
  return (
    <Form action={change} hidden={{ token }}>
      <FormMessage state={state} />
      <SubmitButton variant="secondary">{t("change")}</SubmitButton>
    </Form>
  );
}
