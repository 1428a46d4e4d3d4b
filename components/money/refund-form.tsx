"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { CloseDialog } from "@/components/ui/dialogs/dialog";
import type { Choice } from "@/components/ui/fields/controls";
import { Field, SelectField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { requestRefundAction } from "@/lib/money/refunds/actions";

type RefundFormProps = { business: string; banks: readonly Choice[] };

export function RefundForm({ business, banks }: RefundFormProps) {
  const t = useTranslations("refunds");
  return (
    <Form
      action={requestRefundAction}
      stepUp={StepUp}
      hidden={{ business }}
      result={() => <CloseDialog />}
      cancel={t("cancel")}
      submit={t("submit")}
    >
      {(state) => (
        <>
          <SelectField
            label={t("bank")}
            name="bin"
            state={state}
            choices={[{ value: "", label: t("choose") }, ...banks]}
          />
          <Field
            label={t("account")}
            name="accountNumber"
            state={state}
            autoComplete="off"
            maxLength={40}
            mono
            required
          />
          <Field label={t("holder")} name="holder" state={state} autoComplete="off" maxLength={70} required />
        </>
      )}
    </Form>
  );
}
