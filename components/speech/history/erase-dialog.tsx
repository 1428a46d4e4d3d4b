"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { EraseForm, type EraseFormProps } from "./erase-form";

export function EraseDialog(form: EraseFormProps) {
  const t = useTranslations("history");
  return (
    <Dialog title={t("eraseTitle")} trigger={{ label: t("erase"), icon: <Trash2 aria-hidden />, size: "small" }}>
      <EraseForm {...form} />
    </Dialog>
  );
}
