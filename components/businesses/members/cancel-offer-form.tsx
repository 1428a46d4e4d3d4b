"use client";

import { ActionForm } from "@/components/ui/fields/action-form";
import { cancelOfferAction } from "@/lib/businesses/members/actions";

/** `label`: withdraw it, or decline it. */
export function CancelOfferForm({ business, id, label }: { business: string; id: string; label: string }) {
  return (
    <ActionForm action={cancelOfferAction} hidden={{ business, id }} submit={label} button={{ variant: "secondary" }} />
  );
}
