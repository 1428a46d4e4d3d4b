"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Notice } from "@/components/ui/feedback/notice";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { Field } from "@/components/ui/fields/field";
import { FormMessage } from "@/components/ui/fields/form-message";
import { setInvoiceDetailsAction } from "@/lib/money/invoices/details/actions";
import type { InvoiceDetails } from "@/lib/money/invoices/details/schema";
import { idle } from "@/lib/platform/form";

type InvoiceFormProps = { business: string; details: InvoiceDetails | null };

export function InvoiceForm({ business, details }: InvoiceFormProps) {
  const t = useTranslations("invoiceDetails");
  const [state, save] = useActionState(setInvoiceDetailsAction, idle);
  const line = (name: keyof InvoiceDetails) => ({ name, state, defaultValue: details?.[name] });
  return (
    <FreshForm state={state} action={save} hidden={{ business }}>
      <AskUnsaved state={state} />
      <Field {...line("legalName")} label={t("legalName")} autoComplete="organization" maxLength={255} />
      <Field {...line("taxCode")} label={t("taxCode")} hint={t("taxCodeHint")} autoComplete="off" maxLength={20} mono />
      <Field {...line("address")} label={t("address")} autoComplete="street-address" maxLength={255} />
      <Field {...line("email")} label={t("email")} type="email" autoComplete="email" />
      <FormMessage state={state} />
      <div role="status" className="empty:hidden">
        {state.status === "done" && (
          <Notice kind={state.data.isDoubtful ? "warning" : "success"}>
            {t(state.data.isDoubtful ? "doubtful" : "saved")}
          </Notice>
        )}
      </div>
      <SubmitButton variant="secondary">{t("save")}</SubmitButton>
    </FreshForm>
  );
}
