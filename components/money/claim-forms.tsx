"use client";

import { useTranslations } from "next-intl";
import { AmountField } from "@/components/ui/fields/amount-field";
import { Field, TextareaField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { createClaimAction, withdrawClaimAction, writeClaimMessageAction } from "@/lib/money/claims/actions";

export function ClaimForm({ business }: { business: string }) {
  const t = useTranslations("claims");
  return (
    <Form
      action={createClaimAction}
      hidden={{ business }}
      notice={t("created")}
      submit={t("submit")}
      button={{ variant: "secondary" }}
    >
      {(state) => (
        <>
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
        </>
      )}
    </Form>
  );
}

export function ClaimMessageForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("claims");
  return (
    <Form
      action={writeClaimMessageAction}
      hidden={{ business, id }}
      submit={t("send")}
      button={{ variant: "secondary", size: "small" }}
    >
      {(state) => <TextareaField name="text" label={t("messageField")} state={state} rows={2} maxLength={1000} />}
    </Form>
  );
}

export function WithdrawClaimForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("claims");
  return (
    <Form
      action={withdrawClaimAction}
      hidden={{ business, id }}
      submit={t("withdraw")}
      button={{ variant: "secondary", size: "small" }}
    />
  );
}
