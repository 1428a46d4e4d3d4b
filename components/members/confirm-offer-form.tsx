"use client";

import { useTranslations } from "next-intl";
import { FreshForm } from "@/components/account/fresh-form";
import { ActionForm } from "@/components/ui/fields/action-form";
import { confirmOwnershipAction } from "@/lib/members/actions";

export function ConfirmOfferForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("members.offer");
  return (
    <ActionForm action={confirmOwnershipAction} hidden={{ business, id }} frame={FreshForm} submit={t("confirm")} />
  );
}
