import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-form";
import { businessPath } from "@/components/operator/businesses/business-path";
import { amountFact, FactsCard, IdLink, RowLink } from "@/components/operator/facts";
import { Notice } from "@/components/ui/feedback/notice";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { MoneyActStatus } from "@/lib/money/acts/schema";
import { approveMoneyActAction, rejectMoneyActAction } from "@/lib/operator/money-acts/actions";
import type { MoneyActDetail, MoneyActRow } from "@/lib/operator/money-acts/list";

const badges: Record<MoneyActStatus, BadgeKind> = {
  open: "warning",
  done: "success",
  rejected: "danger",
  expired: "neutral",
};

function MoneyActBadge({ status }: { status: MoneyActStatus }) {
  const t = useTranslations("operator.moneyActs.states");
  return <Badge kind={badges[status]}>{t(status)}</Badge>;
}

export function MoneyActTable({ rows }: { rows: readonly MoneyActRow[] }) {
  const t = useTranslations("operator.moneyActs");
  const nameOf = useKindNames();
  const columns: Column<MoneyActRow>[] = [
    {
      head: t("kind"),
      cell: (act) => (
        <span className="grid min-w-0">
          <RowLink href={actPath(act)}>{nameOf(act.kind)}</RowLink>
          <span className="wrap-anywhere text-muted text-sm">
            {act.businesses.map(({ name }) => name).join(", ") || (act.kind === "price.add" && t("everyone"))}
          </span>
        </span>
      ),
    },
    {
      head: t("amount"),
      numeric: true,
      cell: ({ amountVnd }) => (amountVnd > 0n ? <Money amountMilli={amountVnd * 1000n} /> : "–"),
    },
    { head: t("state"), cell: ({ status }) => <MoneyActBadge status={status} /> },
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

type DecideMoneyActProps = {
  act: Pick<MoneyActDetail, "id" | "isOwn">;
  /** Where the catalogs have its titles: a credit entry has its own. */
  texts: "operator.moneyActs" | "operator.adjustments";
};

/** Approve, for everyone but its author, and reject. */
export function DecideMoneyAct({ act: { id, isOwn }, texts }: DecideMoneyActProps) {
  const t = useTranslations(texts);
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

/** Where an act is decided: a credit entry on its own page. */
const actPath = ({ id, about }: Pick<MoneyActRow, "id" | "about">): string =>
  about.adjustmentId ? `/operator/adjustments/${about.adjustmentId}` : `/operator/approvals/${id}`;

/** What the kinds of acts are called. */
function useKindNames() {
  const t = useTranslations("operator.moneyActs.kinds");
  return (kind: MoneyActRow["kind"]) => t(kind);
}

/** What waits for a second person about the thing on this page. */
export function WaitingActs({ acts }: { acts: readonly MoneyActRow[] }) {
  const t = useTranslations("operator.moneyActs");
  const nameOf = useKindNames();
  return acts.map((act) => (
    <Notice key={act.id} kind="warning">
      {t("waiting", { kind: nameOf(act.kind), author: act.author ?? "–" })}{" "}
      <IdLink href={actPath(act)} text={t("show")} />
    </Notice>
  ));
}
