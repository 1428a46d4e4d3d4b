"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ButtonVariant } from "@/components/ui/buttons/button-class";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { TestForm } from "./test-form";

type TestDialogProps = { business: string; endpointId: string; variant: ButtonVariant };

export function TestDialog({ variant, ...form }: TestDialogProps) {
  const t = useTranslations("webhooks.test");
  return (
    <Dialog title={t("title")} trigger={{ label: t("open"), icon: <Send />, variant }}>
      <TestForm {...form} />
    </Dialog>
  );
}
