"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { RenamePasskeyForm, type RenamePasskeyFormProps } from "./rename-passkey-form";

export function RenamePasskeyDialog(passkey: RenamePasskeyFormProps) {
  const t = useTranslations("passkeys");
  return (
    <Dialog title={t("renameOf", { name: passkey.name })} trigger={{ label: t("rename"), size: "small" }}>
      <RenamePasskeyForm {...passkey} />
    </Dialog>
  );
}
