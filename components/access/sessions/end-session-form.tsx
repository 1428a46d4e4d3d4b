"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { useFocusAfter } from "@/components/ui/fields/use-focus-after";
import { endSessionAction } from "@/lib/access/sessions/actions";

/** Signs one browser out. `device`: its name, so that each button of the list names its browser. */
export function EndSessionForm({ id, device }: { id: string; device: string }) {
  const t = useTranslations("sessions");

  useFocusAfter("sessions");

  return (
    <ActionForm
      action={endSessionAction}
      hidden={{ id }}
      submit={t("end")}
      button={{ variant: "secondary", size: "small", "aria-label": t("endNamed", { device }) }}
    />
  );
}
