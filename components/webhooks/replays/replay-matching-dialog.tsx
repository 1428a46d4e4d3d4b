"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Form } from "@/components/ui/fields/form";
import type { DeliveryFilter } from "@/lib/webhooks/delivery-log/schema";
import { createReplayAction } from "@/lib/webhooks/replays/actions";

/** Replays everything that the log's filter matches, or everything there is. */
export function ReplayMatchingDialog(form: ReplayMatchingFormProps) {
  const t = useTranslations("webhooks.replay");
  const isFiltered = Object.values(form.filter).some(Boolean);
  return (
    <Dialog
      title={t(isFiltered ? "matchingTitle" : "everythingTitle")}
      trigger={{ label: t(isFiltered ? "matching" : "everything"), size: "small", variant: "ghost" }}
    >
      <ReplayMatchingForm {...form} />
    </Dialog>
  );
}

/** The count of a filter that matches more than it counts. */
const mostCounted = 10_000;

type ReplayMatchingFormProps = {
  business: string;
  endpointId: string;
  filter: DeliveryFilter;
  /** How many deliveries match, up to `mostCounted`. */
  count: number;
};

function ReplayMatchingForm({ business, endpointId, filter, count }: ReplayMatchingFormProps) {
  const t = useTranslations("webhooks.replay");
  const { q = "", state: deliveryState = "", type = "", from = "", to = "" } = filter;
  const hidden = { which: "matching", objectId: q, state: deliveryState, type, from, to };
  return (
    <Form
      action={createReplayAction}
      hidden={{ business, endpointId, ...hidden }}
      closesDialog
      cancel={t("cancel")}
      submit={t("now")}
      button={{ disabled: count === 0 }}
    >
      <p>{count >= mostCounted ? t("many", { count: mostCounted }) : t("count", { count })}</p>
      <p className="text-muted">{t("effect")}</p>
    </Form>
  );
}
