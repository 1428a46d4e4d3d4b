"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { TestForm } from "./test-form";

export function TestDialog(form: { business: string; endpointId: string }) {
  const t = useTranslations("webhooks.test");
  return (
    <Dialog title={t("title")} trigger={{ label: t("open"), icon: <Send />, variant: "primary" }}>
      <TestForm {...form} />
    </Dialog>
  );
}
