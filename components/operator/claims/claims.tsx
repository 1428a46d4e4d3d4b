import { useTranslations } from "next-intl";
import { ActDialog, ActForm } from "@/components/operator/act-form";
import { AmountLink, amountFact, BusinessName, FactsCard, IdLink } from "@/components/operator/facts";
import { EffectLines } from "@/components/operator/transfers/effect-lines";
import { transferPath } from "@/components/operator/transfers/transfer-table";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import type { ClaimStatus } from "@/lib/money/claims/schema";
import { answerClaimAction, approveClaimAction, rejectClaimAction } from "@/lib/operator/claims/actions";
import type { ClaimDetail, ClaimListRow } from "@/lib/operator/claims/list";
import { withQuery } from "@/lib/platform/with-query";

const kinds: Record<ClaimStatus, BadgeKind> = {
  open: "warning",
  approved: "success",
  rejected: "danger",
  withdrawn: "neutral",
};

function ClaimBadge({ status }: { status: ClaimStatus }) {
  const t = useTranslations("operator.claims.states");
  return <Badge kind={kinds[status]}>{t(status)}</Badge>;
}

export function ClaimTable({ rows }: { rows: readonly ClaimListRow[] }) {
  const t = useTranslations("operator.claims");
  const columns: Column<ClaimListRow>[] = [
    {
      head: t("amount"),
      cell: ({ id, amountVnd, reference }) => (
        <span className="grid min-w-0">
          <AmountLink href={`/operator/claims/${id}`} amountMilli={amountVnd * 1000n} />
          {reference && <span className="wrap-anywhere font-mono text-muted text-sm">{reference}</span>}
        </span>
      ),
    },
    {
      head: t("state"),
      cell: ({ status, isAnswered }) => (
        <span className="flex flex-wrap gap-1">
          <ClaimBadge status={status} />
          {status === "open" && isAnswered && <Badge kind="info">{t("replied")}</Badge>}
        </span>
      ),
    },
    { head: t("business"), cell: ({ business }) => <span className="wrap-anywhere">{business.name}</span> },
    { head: t("created"), cell: ({ createdAt }) => <Moment time={createdAt} /> },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

export function ClaimFactsCard({ claim }: { claim: ClaimDetail }) {
  const t = useTranslations("operator.claims");
  const { amountVnd, status, business, transferId } = claim;
  return (
    <FactsCard
      facts={[
        amountFact(t("amount"), amountVnd * 1000n, <ClaimBadge status={status} />),
        { label: t("business"), value: <BusinessName business={business} /> },
        { label: t("by"), value: claim.createdBy?.name },
        { label: t("created"), value: <Moment time={claim.createdAt} /> },
        { label: t("transferred"), value: <Moment time={claim.transferredAt} /> },
        { label: t("reference"), value: claim.reference && <span className="font-mono">{claim.reference}</span> },
        { label: t("note"), value: claim.note },
        { label: t("decision"), value: claim.decision },
        {
          label: t("transfer"),
          value: transferId && <IdLink href={transferPath(transferId)} text={transferId} />,
        },
      ]}
    />
  );
}

/** The unmatched transfers that a claim can be about, each with the button that approves it. */
export function CandidatesCard({ claim, mayAct }: { claim: ClaimDetail; mayAct: boolean }) {
  const t = useTranslations("operator.claims");
  const { id, amountVnd, business, candidates, effect } = claim;
  const search = withQuery("/operator/transfers", { amount: String(amountVnd) });
  const canCredit = business.state === "active" || business.state === "suspended";
  const suggestion = effect && {
    business,
    effect,
    because: [],
    claimId: id,
    order: null,
    earlier: 0,
    withInvoice: false,
  };
  return (
    <Card
      title={t("candidates")}
      action={
        <ButtonLink href={search} size="small">
          {t("search")}
        </ButtonLink>
      }
    >
      {!canCredit && <p className="text-muted">{t(`closed.${business.state}`)}</p>}
      {candidates.length === 0 && <p className="text-muted">{t("noCandidate")}</p>}
      <ul className="divide-y divide-line">
        {candidates.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <span className="grid min-w-0 gap-0.5">
              <Link href={transferPath(one.id)} className="wrap-anywhere font-medium underline underline-offset-2">
                {one.memo || one.id}
              </Link>
              <span className="wrap-anywhere text-muted text-sm">
                {[one.payer, one.reference].filter(Boolean).join(", ")}
              </span>
              {(one.isNamed || one.resemblesId) && (
                <span className="flex flex-wrap gap-2">
                  {one.isNamed && <Badge kind="success">{t("named")}</Badge>}
                  {one.resemblesId && <Badge kind="warning">{t("repeats")}</Badge>}
                </span>
              )}
            </span>
            <span className="flex flex-wrap items-center gap-4">
              <Moment time={one.occurredAt} />
              {mayAct && canCredit && suggestion && (
                <ActDialog
                  title={t("approveTitle", { name: business.name })}
                  trigger={{
                    label: t("approve"),
                    fullLabel: `${t("approve")}: ${one.reference}`,
                    variant: "primary",
                    size: "small",
                  }}
                  action={approveClaimAction}
                  hidden={{ id, transferId: one.id, seen: one.seen }}
                  reason="business"
                  ready="claimApproved"
                >
                  <EffectLines amountVnd={amountVnd} suggestion={suggestion} />
                </ActDialog>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function MessagesCard({ claim: { id, status, business, messages } }: { claim: ClaimDetail }) {
  const t = useTranslations("operator.claims");
  return (
    <Card title={t("messages")}>
      <div className="grid gap-4">
        {messages.length === 0 ? (
          <p className="text-muted">{t("noMessages")}</p>
        ) : (
          <ol className="divide-y divide-line">
            {messages.map(({ id: key, fromStaff, text, author, createdAt }) => (
              <li key={key} className="grid gap-1 py-2 first:pt-0 last:pb-0">
                <span className="flex flex-wrap justify-between gap-x-4 text-muted text-sm">
                  <span>
                    {fromStaff ? t("staff") : business.name}
                    {author && `, ${author.name}`}
                  </span>
                  <Moment time={createdAt} />
                </span>
                <p className="wrap-anywhere whitespace-pre-line">{text}</p>
              </li>
            ))}
          </ol>
        )}
        {status === "open" && (
          <ActForm
            action={answerClaimAction}
            hidden={{ id }}
            fields={[{ name: "text", label: t("message"), kind: "lines" }]}
            submit={t("send")}
            isMinor
          />
        )}
      </div>
    </Card>
  );
}

export function RejectClaim({ claim: { id, seen } }: { claim: ClaimDetail }) {
  const t = useTranslations("operator.claims");
  return (
    <ActDialog
      title={t("rejectTitle")}
      trigger={{ label: t("reject") }}
      action={rejectClaimAction}
      hidden={{ id, seen }}
      reason="business"
      ready="claimRejected"
      isDanger
    />
  );
}
