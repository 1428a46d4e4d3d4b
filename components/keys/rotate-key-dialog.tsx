"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { RotateKeyForm } from "./rotate-key-form";

type RotateKeyDialogProps = {
  business: string;
  id: string;
  name: string;
  /** Its old secret still works: it is rotated again only after that. */
  isRotating: boolean;
};

/** A click outside leaves it open: the secret it ends with cannot be had again. */
export function RotateKeyDialog({ name, isRotating, ...form }: RotateKeyDialogProps) {
  const t = useTranslations("keys");
  return (
    <Dialog
      title={t("rotateTitle", { name })}
      lead={t("rotateLead")}
      keepOpen
      trigger={{ label: t("rotate"), icon: <RefreshCw />, hidden: isRotating }}
    >
      <RotateKeyForm {...form} />
    </Dialog>
  );
}
