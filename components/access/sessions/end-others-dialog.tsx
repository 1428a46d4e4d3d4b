"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { EndOthersForm } from "./end-others-form";

export function EndOthersDialog({ count }: { count: number }) {
  const t = useTranslations("sessions");
  return (
    <Dialog title={t("endOthersTitle")} trigger={{ label: t("endOthers"), size: "small" }}>
      <EndOthersForm count={count} />
    </Dialog>
  );
}
