import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/text/badge";
import { Fact } from "@/components/ui/text/fact";
import type { BuyerReview } from "@/lib/money/invoices/details/schema";

/** Whom an invoice is for, with the check of the tax code. */
export function BuyerFacts({ buyer }: { buyer: BuyerReview }) {
  const t = useTranslations("invoiceDetails");
  const check = useTranslations("eInvoices.buyer");
  const { legalName, address, taxCode, email, kind, isDoubtful } = buyer;
  return (
    <dl className="grid gap-3">
      <Fact label={t("legalName")}>{legalName}</Fact>
      <Fact label={t("taxCode")}>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono">{taxCode}</span>
          {kind === "person" ? (
            <Badge>{check("person")}</Badge>
          ) : (
            <Badge kind={isDoubtful ? "warning" : "success"}>{check(isDoubtful ? "doubtful" : "matches")}</Badge>
          )}
        </span>
      </Fact>
      <Fact label={t("address")}>{address}</Fact>
      <Fact label={t("email")}>{email}</Fact>
    </dl>
  );
}
