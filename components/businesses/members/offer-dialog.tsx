"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { OfferForm, type OfferFormProps } from "./offer-form";

export function OfferDialog(props: OfferFormProps) {
  const t = useTranslations("members.offer");
  return (
    <Dialog title={t("open")} trigger={{ label: t("open") }}>
      <OfferForm {...props} />
    </Dialog>
  );
}
