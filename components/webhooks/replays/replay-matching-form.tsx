"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import type { DeliveryFilter } from "@/lib/webhooks/deliveries/schema";
import { createReplayAction } from "@/lib/webhooks/replays/actions";

/** The count of a filter that matches more than it counts. */
export const mostCounted = 10_000;

export type ReplayMatchingFormProps = {
  business: string;
  endpointId: string;
  filter: DeliveryFilter;
  /** How many deliveries match, up to `mostCounted`. */
  count: number;
};

export function ReplayMatchingForm({ business, endpointId, filter, count }: ReplayMatchingFormProps) {
  const t = useTranslations("webhooks.replay");
  const { q = "", state: deliveryState = "", type = "", from = "", to = "" } = filter;
  const hidden = { which: "matching", objectId: q, state: deliveryState, type, from, to };
  return (
    <ActionForm
      action={createReplayAction}
      hidden={{ business, endpointId, ...hidden }}
      closesDialog
      cancel={t("cancel")}
      submit={t("now")}
      button={{ disabled: count === 0 }}
    >
      <p>{count >= mostCounted ? t("many", { count: mostCounted }) : t("count", { count })}</p>
      <p className="text-muted">{t("effect")}</p>
    </ActionForm>
  );
}
