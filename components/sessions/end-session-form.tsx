"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { ActionForm } from "@/components/ui/fields/action-form";
import { endSessionAction } from "@/lib/sessions/actions";

/** Signs one browser out. `device`: its name, so that each button of the list names its browser. */
export function EndSessionForm({ id, device }: { id: string; device: string }) {
  const t = useTranslations("sessions");

  // The row takes this form with it, and the focus.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("sessions")?.focus();
    },
    [],
  );

  return (
    <ActionForm
      action={endSessionAction}
      hidden={{ id }}
      submit={t("end")}
      button={{ variant: "secondary", size: "small", "aria-label": t("endNamed", { device }) }}
    />
  );
}
