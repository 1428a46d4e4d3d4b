"use client";

import { useTranslations } from "next-intl";
import { FreshActionForm } from "@/components/people/account/fresh-action-form";
import { confirmOwnershipAction } from "@/lib/businesses/members/actions";

export function ConfirmOfferForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("members.offer");
  return <FreshActionForm action={confirmOwnershipAction} hidden={{ business, id }} submit={t("confirm")} />;
}
