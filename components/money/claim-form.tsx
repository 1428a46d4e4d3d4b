"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { AmountField } from "@/components/ui/fields/amount-field";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { TextareaField } from "@/components/ui/fields/textarea-field";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { createClaimAction } from "@/lib/money/claims/actions";

export function ClaimForm({ business }: { business: string }) {
  const t = useTranslations("claims");
  const [state, create] = useFormAction(createClaimAction);
  return (
    <Form action={create} hidden={{ business }}>
      <AmountField name="amountVnd" label={t("amount")} state={state} />
      <Field name="transferredAt" label={t("time")} hint={t("timeHint")} state={state} type="datetime-local" />
      <Field
        name="reference"
        label={t("referenceField")}
        hint={t("referenceHint")}
        state={state}
        autoComplete="off"
        maxLength={100}
        mono
      />
      <TextareaField name="note" label={t("note")} hint={t("noteHint")} state={state} rows={2} maxLength={500} />
      <FormMessage state={state} />
      <FormNotice state={state}>{t("created")}</FormNotice>
      <SubmitButton variant="secondary">{t("submit")}</SubmitButton>
    </Form>
  );
}
