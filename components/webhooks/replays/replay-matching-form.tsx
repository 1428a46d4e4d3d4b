"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { CloseDialog } from "@/components/ui/dialogs/close-dialog";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
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
  const [state, replay] = useFormAction(createReplayAction);
  const { q = "", state: deliveryState = "", type = "", from = "", to = "" } = filter;
  const hidden = { which: "matching", objectId: q, state: deliveryState, type, from, to };
  return (
    <Form action={replay} hidden={{ business, endpointId, ...hidden }}>
      <p>{count >= mostCounted ? t("many", { count: mostCounted }) : t("count", { count })}</p>
      <p className="text-muted">{t("effect")}</p>
      <FormMessage state={state} />
      {state.status === "done" && <CloseDialog />}
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton disabled={count === 0}>{t("now")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
