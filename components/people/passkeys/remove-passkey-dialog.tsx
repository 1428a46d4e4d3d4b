"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { RemovePasskeyForm, type RemovePasskeyFormProps } from "./remove-passkey-form";

export function RemovePasskeyDialog({ name, ...form }: RemovePasskeyFormProps & { name: string }) {
  const t = useTranslations("passkeys");
  return (
    <Dialog
      title={t("removeOf", { name })}
      trigger={{ label: t("remove"), fullLabel: t("removeOf", { name }), size: "small" }}
    >
      <RemovePasskeyForm {...form} />
    </Dialog>
  );
}
