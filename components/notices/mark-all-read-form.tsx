"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
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
