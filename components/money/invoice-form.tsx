"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Notice } from "@/components/ui/feedback/notice";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { setInvoiceDetailsAction } from "@/lib/money/invoices/details/actions";
import type { InvoiceDetails } from "@/lib/money/invoices/details/schema";

type InvoiceFormProps = { business: string; details: InvoiceDetails | null };

export function InvoiceForm({ business, details }: InvoiceFormProps) {
  const t = useTranslations("invoiceDetails");
  return (
    <Form
      action={setInvoiceDetailsAction}
      hidden={{ business }}
      stepUp={StepUp}
      submit={t("save")}
      button={{ variant: "secondary" }}
    >
      {(state) => (
        <>
          <AskUnsaved state={state} />
          <Field
            name="legalName"
            state={state}
            defaultValue={details?.legalName}
            label={t("legalName")}
            autoComplete="organization"
            maxLength={255}
          />
          <Field
            name="taxCode"
            state={state}
            defaultValue={details?.taxCode}
            label={t("taxCode")}
            hint={t("taxCodeHint")}
            autoComplete="off"
            maxLength={20}
            mono
          />
          <Field
            name="address"
            state={state}
            defaultValue={details?.address}
            label={t("address")}
            autoComplete="street-address"
            maxLength={255}
          />
          <Field
            name="email"
            state={state}
            defaultValue={details?.email}
            label={t("email")}
            type="email"
            autoComplete="email"
          />
          <div role="status" className="empty:hidden">
            {state.status === "done" && (
              <Notice kind={state.data.isDoubtful ? "warning" : "success"}>
                {t(state.data.isDoubtful ? "doubtful" : "saved")}
              </Notice>
            )}
          </div>
        </>
      )}
    </Form>
  );
}
