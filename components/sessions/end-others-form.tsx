"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { ActionForm } from "@/components/ui/fields/action-form";
import { endOtherSessionsAction } from "@/lib/sessions/actions";

export function EndOthersForm({ count }: { count: number }) {
  const t = useTranslations("sessions");

  // After the last sign-out the dialog closes and its button is removed, which would take the focus.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("sessions")?.focus();
    },
    [],
  );

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
