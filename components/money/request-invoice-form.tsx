"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/fields/form";
import { requestInvoiceAction } from "@/lib/money/invoices/actions";

export function RequestInvoiceForm({ business, subject }: { business: string; subject: string }) {
  const t = useTranslations("eInvoices");
  return (
    <Form
      action={requestInvoiceAction}
      hidden={{ business, subject }}
      submit={t("request")}
      button={{ variant: "secondary", size: "small" }}
    />
  );
}
