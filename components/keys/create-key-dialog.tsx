"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import type { KeyMode } from "@/lib/keys/choices";
import { CreateKeyForm } from "./create-key-form";
import type { FirstCallExample } from "./first-call";
import type { KeyBounds } from "./key-fields";

type CreateKeyDialogProps = { business: string; example: FirstCallExample; bounds: Record<KeyMode, KeyBounds> };

/** A click outside leaves it open: the secret it ends with cannot be shown again. */
export function CreateKeyDialog(props: CreateKeyDialogProps) {
  const t = useTranslations("keys");
  return (
    <Dialog
      title={t("newTitle")}
      keepOpen
      hash="#new"
      trigger={{ label: t("new"), icon: <Plus />, variant: "primary" }}
    >
      <CreateKeyForm {...props} />
    </Dialog>
  );
}
