"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { requestInvoiceAction } from "@/lib/billing/e-invoices/actions";

export function RequestInvoiceForm({ business, subject }: { business: string; subject: string }) {
  const t = useTranslations("eInvoices");
  const [state, request] = useFormAction(requestInvoiceAction);
  return (
    <Form action={request} hidden={{ business, subject }}>
      <FormMessage state={state} />
      <SubmitButton variant="secondary" size="small">
        {t("request")}
      </SubmitButton>
    </Form>
  );
}
