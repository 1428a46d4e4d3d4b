"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { markReadAction } from "@/lib/businesses/notices/actions";

/** Marks one notice as read. `text` is the notice's own, so that each button of the list names its notice. */
export function MarkReadForm({ id, text }: { id: string; text: string }) {
  const t = useTranslations("notices");
  return (
    <ActionForm
      action={markReadAction}
      hidden={{ id }}
      submit={t("markRead")}
      button={{ variant: "ghost", size: "small", "aria-label": t("markReadNamed", { text }) }}
    />
  );
}
