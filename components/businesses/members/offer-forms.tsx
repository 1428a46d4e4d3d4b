"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { RadioCards } from "@/components/ui/fields/choice-cards";
import { SelectField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { cancelOfferAction, confirmOwnershipAction, offerOwnershipAction } from "@/lib/businesses/members/actions";

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
  return (
    <Form
      action={offerOwnershipAction}
      hidden={{ business }}
      stepUp={StepUp}
      closesDialog
      cancel={t("cancel")}
      submit={t("offer.send")}
    >
      {(state) => {
        const shared = state.status === "refused" ? String(state.values.shared) : "no";
        return (
          <>
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
          </>
        );
      }}
    </Form>
  );
}

export function ConfirmOfferForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("members.offer");
  return <Form stepUp={StepUp} action={confirmOwnershipAction} hidden={{ business, id }} submit={t("confirm")} />;
}

/** Ends an offer: its owner withdraws it, or its recipient declines it. `label` says which. */
export function CancelOfferForm({ business, id, label }: { business: string; id: string; label: string }) {
  return <Form action={cancelOfferAction} hidden={{ business, id }} submit={label} button={{ variant: "secondary" }} />;
}
