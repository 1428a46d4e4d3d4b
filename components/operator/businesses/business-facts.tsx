import { useTranslations } from "next-intl";
import { NewAdjustment } from "@/components/operator/adjustments/new-adjustment";
import { FactsCard } from "@/components/operator/facts";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { BusinessDetail } from "@/lib/operator/businesses/find";
import { BusinessBadge } from "./business-table";

type PartProps = { business: BusinessDetail };

export function BusinessFactsCard({ business }: PartProps) {
  const t = useTranslations("operator.businesses");
  const { id, state, suspendedAt, suspendedReason, suspendedFor, archivedAt, invoice } = business;
  return (
    <FactsCard
      title={t("facts")}
      facts={[
        { label: t("state"), value: <BusinessBadge state={state} /> },
        { label: t("suspendedAt"), value: suspendedAt && <Moment time={suspendedAt} /> },
        { label: t("suspendedReason"), value: suspendedFor ? t("suspendedForDebt") : suspendedReason },
        { label: t("archivedAt"), value: archivedAt && <Moment time={archivedAt} /> },
        {
          label: t("id"),
          value: (
            <span className="inline-flex min-w-0 items-center gap-1">
              <span className="wrap-anywhere font-mono text-sm">{id}</span>
              <CopyButton text={id} />
            </span>
          ),
        },
        { label: t("created"), value: <Moment time={business.createdAt} /> },
        { label: t("legalName"), value: invoice?.legalName },
        { label: t("taxCode"), value: invoice && <span className="font-mono text-sm">{invoice.taxCode}</span> },
        { label: t("retention"), value: t("retentionDays", { days: business.retentionDays }) },
        { label: t("region"), value: business.pinnedRegion ?? t("anyRegion") },
        { label: t("twoFactorRule"), value: t(business.requiresTwoFactor ? "required" : "notRequired") },
      ]}
    />
  );
}

export function MoneyCard({
  business: { id, name, balance },
  creditLimit,
}: PartProps & { creditLimit: string | null }) {
  const t = useTranslations("operator.businesses");
  const { availableMilli, heldMilli, owedMilli, freeMilli, daysLeft } = balance;
  return (
    <FactsCard
      title={t("balance")}
      action={creditLimit && <NewAdjustment limit={creditLimit} business={{ id, name }} isSmall />}
      facts={[
        {
          label: t("available"),
          value: (
            <span className="font-semibold text-lg">
              <Money amountMilli={availableMilli} />
            </span>
          ),
        },
        { label: t("paid"), value: <Money amountMilli={availableMilli - freeMilli} /> },
        { label: t("free"), value: <Money amountMilli={freeMilli} /> },
        { label: t("held"), value: <Money amountMilli={heldMilli} /> },
        { label: t("owes"), value: owedMilli > 0n && <Money amountMilli={owedMilli} /> },
        { label: t("daysLeft"), value: daysLeft !== null && t("days", { days: daysLeft }) },
      ]}
    />
  );
}
