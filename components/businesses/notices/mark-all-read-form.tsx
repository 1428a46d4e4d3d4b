"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { markAllReadAction } from "@/lib/businesses/notices/actions";

export function MarkAllReadForm() {
  const t = useTranslations("notices");
  return <ActionForm action={markAllReadAction} submit={t("markAllRead")} button={{ variant: "secondary" }} />;
}
