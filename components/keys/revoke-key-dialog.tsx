"use client";

import { useTranslations } from "next-intl";
import type { ButtonSize } from "@/components/ui/buttons/button-class";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { RevokeKeyForm, type RevokeKeyFormProps } from "./revoke-key-form";

type RevokeKeyDialogProps = RevokeKeyFormProps & { name: string; size?: ButtonSize };

export function RevokeKeyDialog({ name, size = "small", ...form }: RevokeKeyDialogProps) {
  const t = useTranslations("keys");
  return (
    <Dialog
      title={t("revokeTitle", { name })}
      trigger={{
        label: t("revoke"),
        fullLabel: t("revokeOf", { name }),
        size,
        variant: size === "small" ? "ghost" : undefined,
      }}
    >
      <RevokeKeyForm {...form} />
    </Dialog>
  );
}
