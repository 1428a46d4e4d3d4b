"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { CloseDialog } from "@/components/ui/dialogs/close-dialog";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { FormMessage } from "@/components/ui/fields/form-message";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { SelectField } from "@/components/ui/fields/select-field";
import { offerOwnershipAction } from "@/lib/businesses/members/actions";
import { idle } from "@/lib/platform/form";

export type OfferFormProps = {
  business: string;
  heirs: readonly { userId: string; name: string; email: string }[];
};

export function OfferForm({ business, heirs }: OfferFormProps) {
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
