"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { AmountField } from "@/components/ui/fields/amount-field";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import type { Choice } from "@/components/ui/fields/controls";
import { Field, SelectField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { requestRefundAction, withdrawRefundAction } from "@/lib/money/refunds/actions";
import type { RefundOffer } from "@/lib/money/refunds/schema";
import { balanceQuery } from "@/lib/money/wallet/queries";
import { formatNumber, formatVnd } from "@/lib/platform/i18n/format";
import { parseVnd } from "@/lib/platform/i18n/vnd";
import { RefundPreview } from "./refund-preview";

type RefundFormProps = { business: string; offer: RefundOffer; banks: readonly Choice[]; formToken: string };

/** Asks for a refund, and says beside it what would be taken from which payments. */
export function RefundForm({ business, offer, banks, formToken }: RefundFormProps) {
  const t = useTranslations("refunds");
  const locale = useLocale();
  const all = formatNumber(Number(offer.refundableMilli / 1000n), locale);
  const [typed, setTyped] = useState(all);
  // The page makes another one whenever it is shown again.
  const [token] = useState(formToken);
  const amountVnd = parseVnd(typed);
  return (
    <Form
      action={requestRefundAction}
      onDone={useFreshBalance(business)}
      stepUp={StepUp}
      hidden={{ business, formToken: token }}
      submit={t("submit")}
      wide
    >
      {(state) => (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <AskUnsaved state={state} />
          <div className="grid gap-5">
            <AmountField
              label={t("amount")}
              hint={t("amountHint", { most: formatVnd(offer.refundableMilli, locale) })}
              name="amountVnd"
              state={state}
              defaultValue={all}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
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
          </div>
          <RefundPreview offer={offer} amountVnd={amountVnd === null ? null : BigInt(amountVnd)} />
        </div>
      )}
    </Form>
  );
}

/** Queries the balance again, which the shell shows. */
function useFreshBalance(business: string): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries(balanceQuery(business));
}

export function WithdrawRefundForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("refunds");
  return (
    <Form
      action={withdrawRefundAction}
      onDone={useFreshBalance(business)}
      hidden={{ business, id }}
      submit={t("withdraw")}
      button={{ variant: "secondary", size: "small" }}
    />
  );
}
