"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Form } from "@/components/ui/fields/form";
import { useFocusAfter } from "@/components/ui/fields/use-focus-after";
import { endOtherSessionsAction, endSessionAction } from "@/lib/access/sessions/actions";

/** Signs one browser out. `device`: its name, so that each button of the list names its browser. */
export function EndSessionForm({ id, device }: { id: string; device: string }) {
  const t = useTranslations("sessions");

  useFocusAfter("sessions");

  return (
    <Form
      action={endSessionAction}
      hidden={{ id }}
      submit={t("end")}
      button={{ variant: "secondary", size: "small", "aria-label": t("endNamed", { device }) }}
    />
  );
}

export function EndOthersDialog({ count }: { count: number }) {
  const t = useTranslations("sessions");
  return (
    <Dialog title={t("endOthersTitle")} trigger={{ label: t("endOthers"), size: "small" }}>
      <EndOthersForm count={count} />
    </Dialog>
  );
}

function EndOthersForm({ count }: { count: number }) {
  const t = useTranslations("sessions");

  // After the last sign-out the dialog closes and its button is removed, which would take the focus.
  useFocusAfter("sessions");

  return (
    <Form
      action={endOtherSessionsAction}
      cancel={t("cancel")}
      submit={t("endOthersNow")}
      button={{ variant: "danger" }}
    >
      <p className="text-muted">{t("endOthersLead", { count })}</p>
    </Form>
  );
}
