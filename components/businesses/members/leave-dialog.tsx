"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import type { Role } from "@/lib/access/principals/roles";
import type { Made } from "@/lib/businesses/leaving/schema";
import { LeaveForm } from "./leave-form";

export function LeaveDialog(props: { business: string; role: Role; made?: Made }) {
  const t = useTranslations("members.leave");
  return (
    <Dialog title={t("title")} lead={t("lead")} trigger={{ label: t("open") }}>
      <LeaveForm {...props} />
    </Dialog>
  );
}
