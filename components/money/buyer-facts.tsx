import { useTranslations } from "next-intl";
import { ChoiceCard } from "@/components/ui/fields/choice-cards";
import { FieldError } from "@/components/ui/fields/field";
import { Badge } from "@/components/ui/text/badge";
import { Fact } from "@/components/ui/text/fact";
import type { BuyerReview } from "@/lib/money/invoices/details/schema";
import type { ActionState } from "@/lib/platform/form";

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

type TaxCodeCheckProps = { id: string; state: ActionState<unknown> };

/** Confirms a tax code whose check digit does not match. */
export function TaxCodeCheck({ id, state }: TaxCodeCheckProps) {
  const t = useTranslations("eInvoices.review");
  const error = state.status === "refused" ? state.fields.taxCodeChecked : undefined;
  return (
    <div className="grid gap-1.5">
      <ChoiceCard
        type="checkbox"
        name="taxCodeChecked"
        value="on"
        label={t("checked")}
        hint={t("checkedHint")}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && id}
      />
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
