"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { useFocusAfter } from "@/components/ui/fields/use-focus-after";
import { endOtherSessionsAction } from "@/lib/access/sessions/actions";

export function EndOthersForm({ count }: { count: number }) {
  const t = useTranslations("sessions");

  // After the last sign-out the dialog closes and its button is removed, which would take the focus.
  useFocusAfter("sessions");

  return (
    <ActionForm
      action={endOtherSessionsAction}
      cancel={t("cancel")}
      submit={t("endOthersNow")}
      button={{ variant: "danger" }}
    >
      <p className="text-muted">{t("endOthersLead", { count })}</p>
    </ActionForm>
  );
}
