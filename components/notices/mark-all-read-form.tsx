"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { idle } from "@/lib/form";
import { markAllReadAction } from "@/lib/notices/actions";

export function MarkAllReadForm() {
  const t = useTranslations("notices");
  const [state, markAllRead] = useActionState(markAllReadAction, idle);
  return (
    <Form action={markAllRead}>
      <FormMessage state={state} />
      <SubmitButton variant="secondary">{t("markAllRead")}</SubmitButton>
    </Form>
  );
}
