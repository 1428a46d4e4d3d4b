"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { idle } from "@/lib/form";
import { changeAccountAction } from "@/lib/members/actions";

export function ChangeAccountForm({ token }: { token: string }) {
  const t = useTranslations("members.invitation");
  const [state, change] = useActionState(changeAccountAction, idle);
  return (
    <Form action={change} hidden={{ token }}>
      <FormMessage state={state} />
      <SubmitButton variant="secondary">{t("change")}</SubmitButton>
    </Form>
  );
}
