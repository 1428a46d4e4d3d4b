"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { RenamePasskeyForm, type RenamePasskeyFormProps } from "./rename-passkey-form";

export function RenamePasskeyDialog(passkey: RenamePasskeyFormProps) {
  const t = useTranslations("passkeys");
  const title = t("renameOf", { name: passkey.name });
  return (
    <Dialog title={title} trigger={{ label: t("rename"), fullLabel: title, size: "small" }}>
      <RenamePasskeyForm {...passkey} />
    </Dialog>
  );
}
