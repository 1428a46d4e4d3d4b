import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import type { InvoiceDetails } from "@/lib/money/invoices/details/schema";
import { InvoiceForm } from "./invoice-form";

type InvoiceCardProps = { business: string; details: InvoiceDetails | null };

export function InvoiceCard({ business, details }: InvoiceCardProps) {
  const t = useTranslations("invoiceDetails");
  return (
    <Card title={t("title")}>
      <div className="grid gap-5">
        <p className="max-w-text text-muted">{t("lead")}</p>
        <InvoiceForm business={business} details={details} />
      </div>
    </Card>
  );
}
