"use client";

import { useTranslations } from "next-intl";
import { FreshActionForm } from "@/components/people/account/fresh-action-form";
import { eraseAction } from "@/lib/speech/retention/actions";

export type EraseFormProps = { business: string; trackingId: string };

export function EraseForm({ business, trackingId }: EraseFormProps) {
  const t = useTranslations("history");
  return (
    <FreshActionForm
      action={eraseAction}
      hidden={{ business, trackingId }}
      cancel={t("cancel")}
      submit={t("eraseNow")}
      button={{ variant: "danger" }}
    >
      <p className="text-muted">{t("eraseLead")}</p>
    </FreshActionForm>
  );
}
