import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { businessPath } from "@/components/operator/businesses/business-table";
import { amountFact, IdLink } from "@/components/operator/fact-values";
import { FactsCard } from "@/components/operator/facts";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { AdjustmentDetail } from "@/lib/operator/adjustments/list";
import { approveMoneyActAction, rejectMoneyActAction } from "@/lib/operator/money-acts/actions";
import { withQuery } from "@/lib/platform/with-query";
import { AdjustmentBadge } from "./adjustment-table";

export function AdjustmentFactsCard({ adjustment }: { adjustment: AdjustmentDetail }) {
  const t = useTranslations("operator.adjustments");
  const { amountVnd, kind, status, business, batchId, effect } = adjustment;
  return (
    <FactsCard
      facts={[
        amountFact(t("amount"), amountVnd * 1000n, <AdjustmentBadge status={status} />),
        { label: t("kind"), value: `${t(`kinds.${kind}`)}: ${t(`kindHints.${kind}`)}` },
        {
          label: t("business"),
          value: (
            <Link href={businessPath(business.id)} className="underline underline-offset-2">
              {business.name} ({business.slug})
            </Link>
          ),
        },
        {
          label: t("balanceAfter"),
          value: effect && (
            <>
              <Money amountMilli={effect.availableMilli} /> → <Money amountMilli={effect.availableAfterMilli} />
            </>
          ),
        },
        { label: t("owed"), value: effect && effect.owedMilli > 0n && <Money amountMilli={effect.owedMilli} /> },
        { label: t("reference"), value: <span className="font-mono">{adjustment.reference}</span> },
        { label: t("reason"), value: adjustment.reason },
        { label: t("until"), value: adjustment.expiresAt && <Moment time={adjustment.expiresAt} /> },
        { label: t("author"), value: adjustment.author ?? "–" },
        { label: t("created"), value: <Moment time={adjustment.createdAt} /> },
        { label: t("decidedBy"), value: adjustment.decidedBy },
        { label: t("decidedAt"), value: adjustment.decidedAt && <Moment time={adjustment.decidedAt} /> },
        { label: t("decision"), value: adjustment.decision },
        {
          label: t("batch"),
          value: batchId && <IdLink href={withQuery("/operator/adjustments", { batch: batchId })} text={batchId} />,
        },
      ]}
    />
  );
}

/** Approve, for everyone but its author, and reject. */
export function AdjustmentActs({ adjustment: { id, isOwn } }: { adjustment: AdjustmentDetail }) {
  const t = useTranslations("operator.adjustments");
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
