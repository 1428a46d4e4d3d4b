"use client";

import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { InviteForm } from "./invite-form";

export function InviteDialog({ business }: { business: string }) {
  const t = useTranslations("members.invite");
  return (
    <Dialog title={t("title")} lead={t("lead")} trigger={{ label: t("open"), icon: <UserPlus />, variant: "primary" }}>
      <InviteForm business={business} />
    </Dialog>
  );
}
