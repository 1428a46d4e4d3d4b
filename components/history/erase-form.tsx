"use client";

import { useTranslations } from "next-intl";
import { FreshForm } from "@/components/account/fresh-form";
import { ActionForm } from "@/components/ui/fields/action-form";
import { eraseAction } from "@/lib/retention/actions";

export type EraseFormProps = { business: string; trackingId: string };

export function EraseForm({ business, trackingId }: EraseFormProps) {
  const t = useTranslations("history");
  return (
    <ActionForm
      action={eraseAction}
      hidden={{ business, trackingId }}
      frame={FreshForm}
      cancel={t("cancel")}
      submit={t("eraseNow")}
      button={{ variant: "danger" }}
    >
      <p className="text-muted">{t("eraseLead")}</p>
    </ActionForm>
  );
}
