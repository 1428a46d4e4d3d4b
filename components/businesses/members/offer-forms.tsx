"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshActionForm } from "@/components/people/account/fresh-action-form";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { CloseDialog } from "@/components/ui/dialogs/close-dialog";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { ActionForm } from "@/components/ui/fields/action-form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { SelectField } from "@/components/ui/fields/select-field";
import { cancelOfferAction, confirmOwnershipAction, offerOwnershipAction } from "@/lib/businesses/members/actions";
import { idle } from "@/lib/platform/form";

export function OfferDialog(props: OfferFormProps) {
  const t = useTranslations("members.offer");
  return (
    <Dialog title={t("open")} trigger={{ label: t("open") }}>
      <OfferForm {...props} />
    </Dialog>
  );
}

type OfferFormProps = {
  business: string;
  heirs: readonly { userId: string; name: string; email: string }[];
};

function OfferForm({ business, heirs }: OfferFormProps) {
  const t = useTranslations("members");
  const [state, offer] = useActionState(offerOwnershipAction, idle);
  const shared = state.status === "refused" ? String(state.values.shared) : "no";
  return (
    <FreshForm state={state} action={offer} hidden={{ business }}>
      <SelectField
        label={t("offer.to")}
        name="userId"
        state={state}
        choices={heirs.map(({ userId, name, email }) => ({ value: userId, label: `${name} · ${email}` }))}
      />
      <RadioCards
        key={shared}
        legend={t("offer.shared")}
        name="shared"
        defaultValue={shared}
        choices={[
          { value: "no", label: t("offer.handOver"), hint: t("offer.handOverHint") },
          { value: "yes", label: t("offer.both"), hint: t("offer.bothHint") },
        ]}
      />
      <FormMessage state={state} />
      {state.status === "done" && <CloseDialog />}
      <DialogActions cancel={t("cancel")}>
        <SubmitButton>{t("offer.send")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}

export function ConfirmOfferForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("members.offer");
  return <FreshActionForm action={confirmOwnershipAction} hidden={{ business, id }} submit={t("confirm")} />;
}

/** Ends an offer: its owner withdraws it, or its recipient declines it. `label` says which. */
export function CancelOfferForm({ business, id, label }: { business: string; id: string; label: string }) {
  return (
    <ActionForm action={cancelOfferAction} hidden={{ business, id }} submit={label} button={{ variant: "secondary" }} />
  );
}
