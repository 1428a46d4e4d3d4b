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
  isHidden?: boolean;
  /** Given where something else opens it: it has no button and is open from the start. */
  onClose?: () => void;
};

/** A click outside leaves it open: the secret it ends with cannot be shown again. */
export function RotateKeyDialog({ name, isHidden, onClose, ...form }: RotateKeyDialogProps) {
  const t = useTranslations("keys");
  return (
    <Dialog
      title={t("rotateTitle", { name })}
      lead={t("rotateLead")}
      keepOpen
      trigger={onClose ? undefined : { label: t("rotate"), icon: <RefreshCw />, hidden: isHidden }}
      onClose={onClose}
    >
      <RotateKeyForm {...form} />
    </Dialog>
  );
}
