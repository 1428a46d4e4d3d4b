"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
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
