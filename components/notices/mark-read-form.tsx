"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import { markReadAction } from "@/lib/notices/actions";

/** Marks one notice as read. `text` is the notice's own, so that each button of the list names its notice. */
export function MarkReadForm({ id, text }: { id: string; text: string }) {
  const t = useTranslations("notices");
  const [state, markRead] = useActionState(markReadAction, idle);
  return (
    <Form action={markRead} hidden={{ id }}>
      <FormMessage state={state} />
      <SubmitButton variant="ghost" size="small" aria-label={t("markReadNamed", { text })}>
        {t("markRead")}
      </SubmitButton>
    </Form>
  );
}
