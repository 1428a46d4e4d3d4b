"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { RotateSecretForm, type RotateSecretFormProps } from "./rotate-secret-form";

/** A click outside leaves it open: it ends with the new secret. */
export function RotateSecretDialog(form: RotateSecretFormProps) {
  const t = useTranslations("webhooks.secret");
  return (
    <Dialog
      title={t("rotateTitle")}
      lead={t("rotateHow")}
      keepOpen
      trigger={{ label: t("rotate"), icon: <RefreshCw /> }}
    >
      <RotateSecretForm {...form} />
    </Dialog>
  );
}
