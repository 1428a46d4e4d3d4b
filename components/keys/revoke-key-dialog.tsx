"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { RevokeKeyForm, type RevokeKeyFormProps } from "./revoke-key-form";

/** `onClose`: as in RotateKeyDialog. */
type RevokeKeyDialogProps = RevokeKeyFormProps & { name: string; onClose?: () => void };

export function RevokeKeyDialog({ name, onClose, ...form }: RevokeKeyDialogProps) {
  const t = useTranslations("keys");
  return (
    <Dialog
      title={t("revokeTitle", { name })}
      trigger={onClose ? undefined : { label: t("revoke"), fullLabel: t("revokeOf", { name }) }}
      onClose={onClose}
    >
      <RevokeKeyForm {...form} />
    </Dialog>
  );
}
