import { useTranslations } from "next-intl";
import { ActDialog, type ActField } from "@/components/operator/act-form";
import { businessPath } from "@/components/operator/businesses/business-path";
import { AmountLink, amountFact, FactsCard, IdLink } from "@/components/operator/facts";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import { type AdjustmentStatus, adjustmentKinds } from "@/lib/money/adjustments/schema";
import { requestAdjustmentAction } from "@/lib/operator/adjustments/actions";
import type { AdjustmentDetail, AdjustmentRow } from "@/lib/operator/adjustments/list";
import { withQuery } from "@/lib/platform/with-query";

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

const kinds: Record<AdjustmentStatus, BadgeKind> = { open: "warning", done: "success", rejected: "danger" };

function AdjustmentBadge({ status }: { status: AdjustmentStatus }) {
  const t = useTranslations("operator.adjustments.states");
  return <Badge kind={kinds[status]}>{t(status)}</Badge>;
}

export function AdjustmentTable({ rows }: { rows: readonly AdjustmentRow[] }) {
  const t = useTranslations("operator.adjustments");
  const columns: Column<AdjustmentRow>[] = [
    {
      head: t("amount"),
      cell: ({ id, amountVnd, kind }) => (
        <span className="grid min-w-0">
          <AmountLink href={`/operator/adjustments/${id}`} amountMilli={amountVnd * 1000n} />
          <span className="text-muted text-sm">{t(`kinds.${kind}`)}</span>
        </span>
      ),
    },
    { head: t("state"), cell: ({ status }) => <AdjustmentBadge status={status} /> },
    { head: t("business"), cell: ({ business }) => <span className="wrap-anywhere">{business.name}</span> },
    {
      head: t("reference"),
      spare: true,
      cell: ({ reference }) => <span className="wrap-anywhere font-mono text-sm">{reference}</span>,
    },
    {
      head: t("author"),
      cell: ({ author, createdAt }) => (
        <span className="grid">
          <span className="wrap-anywhere">{author ?? "–"}</span>
          <Moment time={createdAt} />
        </span>
      ),
    },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

type NewAdjustmentProps = {
  /** Above which a second person approves, in words. */
  limit: string;
  /** Null to ask for one. */
  business: { id: string; name: string } | null;
  isSmall?: boolean;
};

export function NewAdjustment({ limit, business, isSmall }: NewAdjustmentProps) {
  const t = useTranslations("operator.adjustments");
  const kinds = adjustmentKinds.map((value) => ({
    value,
    label: `${t(`kinds.${value}`)}: ${t(`kindHints.${value}`)}`,
  }));
  const businessFields: ActField[] = business
    ? []
    : [{ name: "business", label: t("business"), hint: t("businessHint"), kind: "business" }];
  return (
    <ActDialog
      title={business ? t("newFor", { name: business.name }) : t("new")}
      lead={t("newLead", { limit })}
      trigger={isSmall ? { label: t("new"), size: "small" } : { label: t("new"), variant: "primary" }}
      action={requestAdjustmentAction}
      hidden={business ? { business: business.id } : undefined}
      fields={[
        ...businessFields,
        { name: "kind", label: t("kind"), choices: kinds, defaultValue: "contract" },
        { name: "amountVnd", label: t("amountVnd"), hint: t("amountHint"), kind: "signedAmount" },
        { name: "reference", label: t("reference"), hint: t("referenceHint") },
        { name: "expiresAt", label: t("until"), hint: t("untilHint"), kind: "date" },
      ]}
      reason="business"
      ready="credit"
      submit={t("submit")}
    />
  );
}
