"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { RevokeKeyForm, type RevokeKeyFormProps } from "./revoke-key-form";

export function RevokeKeyDialog({ name, ...form }: RevokeKeyFormProps & { name: string }) {
  const t = useTranslations("keys");
  return (
    <Dialog title={t("revokeTitle", { name })} trigger={{ label: t("revoke"), size: "small" }}>
      <RevokeKeyForm {...form} />
    </Dialog>
  );
}
