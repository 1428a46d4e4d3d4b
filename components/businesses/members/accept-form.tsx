"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { acceptAction } from "@/lib/businesses/members/actions";

export function AcceptForm({ token }: { token: string }) {
  const t = useTranslations("members.invitation");
  return <ActionForm action={acceptAction} hidden={{ token }} submit={t("accept")} />;
}
