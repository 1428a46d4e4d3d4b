"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { RotateKeyForm } from "./rotate-key-form";

type RotateKeyDialogProps = {
  business: string;
  id: string;
  name: string;
  /** Not offered now, such as while its old secret still works. An open dialog stays open. */
  isHidden: boolean;
  /** The button is smaller, and its label names the key. */
  inRow?: boolean;
};

/** A click outside leaves it open: the secret it ends with cannot be shown again. */
export function RotateKeyDialog({ name, isHidden, inRow = false, ...form }: RotateKeyDialogProps) {
  const t = useTranslations("keys");
  const look = inRow ? { fullLabel: t("rotateOf", { name }), size: "small" as const } : { icon: <RefreshCw /> };
  return (
    <Dialog
      title={t("rotateTitle", { name })}
      lead={t("rotateLead")}
      keepOpen
      trigger={{ label: t("rotate"), ...look, hidden: isHidden }}
    >
      <RotateKeyForm {...form} />
    </Dialog>
  );
}
