import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { businessPath } from "@/components/operator/businesses/business-table";
import { amountFact, IdLink } from "@/components/operator/fact-values";
import { FactsCard } from "@/components/operator/facts";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { approveMoneyActAction, rejectMoneyActAction } from "@/lib/operator/money-acts/actions";
import type { MoneyActDetail } from "@/lib/operator/money-acts/list";
import { MoneyActBadge } from "./money-act-table";
import { useKindNames } from "./waiting-acts";

const pages: Record<string, string> = {
  transferId: "/operator/transfers/",
  incomingId: "/operator/transfers/",
  refundId: "/operator/refunds/",
  claimId: "/operator/claims/",
  adjustmentId: "/operator/adjustments/",
};

export function MoneyActFactsCard({ act }: { act: MoneyActDetail }) {
  const [t, words] = [useTranslations("operator.moneyActs"), useTranslations("operator")];
  const nameOf = useKindNames();
  const { kind, amountVnd, status, businesses, about } = act;
  const showValue = (name: string, value: string) => {
    if (pages[name]) return <IdLink href={`${pages[name]}${value}`} text={value} />;
    if (name === "from") return words(`transfers.states.${value as "own"}`);
    if (name === "kind") return words(`adjustments.kinds.${value as "contract"}`);
    if (name === "begins" || name === "expiresAt") return <Moment time={new Date(value)} />;
    return value;
  };
  return (
    <FactsCard
      facts={[
        { label: t("kind"), value: nameOf(kind) },
        amountFact(t("amount"), amountVnd * 1000n, <MoneyActBadge status={status} />),
        {
          label: t("business"),
          value: businesses.length > 0 && (
            <span className="grid">
              {businesses.map(({ id, name, slug }) => (
                <Link key={id} href={businessPath(id)} className="underline underline-offset-2">
                  {name} ({slug})
                </Link>
              ))}
            </span>
          ),
        },
        ...Object.entries(about).map(([name, value]) => ({
          label: t(`about.${name as "reference"}`),
          value: showValue(name, value),
        })),
        { label: t("reason"), value: act.reason },
        { label: t("author"), value: act.author ?? "–" },
        { label: t("created"), value: <Moment time={act.createdAt} /> },
        { label: t("expires"), value: status === "open" && <Moment time={act.expiresAt} /> },
        { label: t("decidedBy"), value: act.decidedBy },
        { label: t("decidedAt"), value: act.decidedAt && <Moment time={act.decidedAt} /> },
        { label: t("decision"), value: act.decision },
      ]}
    />
  );
}

/** Approve, for everyone but its author, and reject. */
export function MoneyActActs({ act: { id, isOwn } }: { act: MoneyActDetail }) {
  const t = useTranslations("operator.moneyActs");
  return (
    <div className="flex flex-wrap gap-2">
      {!isOwn && (
        <ActDialog
          title={t("approveTitle")}
          lead={t("approveLead")}
          trigger={{ label: t("approve"), variant: "primary" }}
          action={approveMoneyActAction}
          hidden={{ id }}
          reason="staff"
        />
      )}
      <ActDialog
        title={t("rejectTitle")}
        lead={t("rejectLead")}
        trigger={{ label: t("reject") }}
        action={rejectMoneyActAction}
        hidden={{ id }}
        reason="staff"
        isDanger
      />
    </div>
  );
}
