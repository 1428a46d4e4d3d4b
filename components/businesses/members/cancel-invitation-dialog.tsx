"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { CancelInvitationForm } from "./cancel-invitation-form";

type CancelInvitationDialogProps = { business: string; id: string; email: string };

export function CancelInvitationDialog({ email, ...form }: CancelInvitationDialogProps) {
  const t = useTranslations("members.invite");
  return (
    <Dialog
      title={t("cancelTitle", { email })}
      lead={t("cancelLead")}
      trigger={{ label: t("cancel"), fullLabel: t("cancelOf", { email }), size: "small", variant: "ghost" }}
    >
      <CancelInvitationForm {...form} />
    </Dialog>
  );
}
