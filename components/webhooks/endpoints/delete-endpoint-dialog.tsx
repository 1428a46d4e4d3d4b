"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { DeleteEndpointForm, type DeleteEndpointFormProps } from "./delete-endpoint-form";

export function DeleteEndpointDialog(form: DeleteEndpointFormProps) {
  const t = useTranslations("webhooks.stop");
  return (
    <Dialog
      title={t("deleteTitle")}
      lead={t("deleteWhat")}
      trigger={{ label: t("delete"), icon: <Trash2 aria-hidden />, size: "small" }}
    >
      <DeleteEndpointForm {...form} />
    </Dialog>
  );
}
