"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { requestInvoiceAction } from "@/lib/money/invoices/actions";

export function RequestInvoiceForm({ business, subject }: { business: string; subject: string }) {
  const t = useTranslations("eInvoices");
  return (
    <ActionForm
      action={requestInvoiceAction}
      hidden={{ business, subject }}
      submit={t("request")}
      button={{ variant: "secondary", size: "small" }}
    />
  );
}
