"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { LeaveForm } from "./leave-form";

export function LeaveDialog({ business }: { business: string }) {
  const t = useTranslations("members.leave");
  return (
    <Dialog title={t("title")} lead={t("lead")} trigger={{ label: t("open") }}>
      <LeaveForm business={business} />
    </Dialog>
  );
}
