import { useLocale, useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-form";
import { amountFact, BusinessName, FactsCard, IdLink } from "@/components/operator/facts";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import { approveClaimAction } from "@/lib/operator/claims/actions";
import { assignTransferAction, closeTransferAction, correctTransferAction } from "@/lib/operator/transfers/actions";
import type { Suggestion } from "@/lib/operator/transfers/suggest";
import type { TransferDetail } from "@/lib/operator/transfers/transfers";
import { formatTime } from "@/lib/platform/i18n/format";
import { EffectLines } from "./effect-lines";
import { TransferBadge, transferPath } from "./transfer-table";

export function TransferFactsCard({ transfer }: { transfer: TransferDetail }) {
  const t = useTranslations("operator.transfers");
  const { amountVnd, status, reason, decision, business, order, counterpart, refund, claims, invoices } = transfer;
  return (
    <FactsCard
      facts={[
        amountFact(t("amount"), amountVnd * 1000n, <TransferBadge status={status} />),
        { label: t("why"), value: status === "unmatched" && reason ? t(`reasons.${reason}`) : null },
        {
          label: t("alike"),
          value:
            transfer.alike.length > 0 &&
            transfer.alike.map((one) => (
              <span key={one.id} className="flex flex-wrap items-center gap-2">
                <IdLink href={transferPath(one.id)} text={one.id} />
                <TransferBadge status={one.status} />
                <span className="text-muted text-sm">{t("onAccount", { account: one.accountNumber })}</span>
              </span>
            )),
        },
        { label: t("business"), value: business && <BusinessName business={business} /> },
        { label: t("memo"), value: transfer.memo },
        { label: t("payer"), value: transfer.payer },
        {
          label: t("reference"),
          value: transfer.reference && <span className="font-mono">{transfer.reference}</span>,
        },
        { label: t("account"), value: <span className="font-mono">{transfer.accountNumber}</span> },
        { label: t("time"), value: <Moment time={transfer.occurredAt} /> },
        {
          label: t("order"),
          value: order?.code && (
            <>
              <span className="font-mono">{order.code}</span> <Money amountMilli={order.amountVnd * 1000n} />
            </>
          ),
        },
        {
          label: t("counterpart"),
          value: counterpart && <IdLink href={transferPath(counterpart)} text={counterpart} />,
        },
        {
          label: t("refund"),
          value: refund && <IdLink href={`/operator/refunds/${refund.id}`} text={refund.id} />,
        },
        {
          label: t("claims"),
          value:
            claims.length > 0 && claims.map(({ id }) => <IdLink key={id} href={`/operator/claims/${id}`} text={id} />),
        },
        {
          label: t("invoices"),
          value: invoices.map(({ id, status: state }) => `${id} (${t(`invoiceStates.${state}`)})`).join(", "),
        },
        { label: t("decision"), value: decision },
        {
          label: t("reports"),
          value: transfer.reports.map(({ source }) => t(`sources.${source}`)).join(", "),
        },
      ]}
    />
  );
}

/** Everything that can be done with a transfer in its state, except crediting it. */
export function TransferActs({ transfer }: { transfer: TransferDetail }) {
  const t = useTranslations("operator.transfers");
  const locale = useLocale();
  const { id, acts, returnable, payable, business, direction, seen } = transfer;
  const choices = {
    closeReturned: returnable.map(({ reference, occurredAt, business: of, ...one }) => ({
      value: `${one.id} ${one.seen}`,
      label: [of?.name, formatTime(occurredAt, locale), reference].filter(Boolean).join(", "),
    })),
    closeRefund: payable.map(({ createdAt, business: of, ...one }) => ({
      value: `${one.id} ${one.seen}`,
      label: `${of.name}, ${formatTime(createdAt, locale)}`,
    })),
  };
  return (
    <div className="flex flex-wrap gap-2">
      {acts.map((act) => {
        if (act === "assign") return null;
        const isDanger = act === "void" || act === "reverse" || act === "unassign";
        const words = {
          title: t(`actTitles.${act}`),
          lead: t(`actLeads.${act}`, { direction }),
          trigger: { label: t(`acts.${act}`) },
          reason: business && act !== "closeOwn" ? ("business" as const) : ("staff" as const),
          isDanger,
          ready: isDanger ? ("correction" as const) : undefined,
        };
        if (act !== "closeReturned" && act !== "closeRefund")
          return <ActDialog key={act} {...words} action={correctTransferAction} hidden={{ id, act, seen }} />;
        if (choices[act].length === 0) return null;
        return (
          <ActDialog
            key={act}
            {...words}
            action={closeTransferAction}
            hidden={{ id, act, seen }}
            fields={[{ name: "other", label: t(`others.${act}`), choices: choices[act] }]}
          />
        );
      })}
    </div>
  );
}

type SuggestionsProps = {
  transfer: { id: string; amountVnd: bigint; seen: string };
  suggestions: readonly Suggestion[];
  /** Whether the reader may move money. */
  mayAct: boolean;
};

/** Businesses that a transfer may belong to, each with the button that credits it. */
export function Suggestions({ transfer, suggestions, mayAct }: SuggestionsProps) {
  const t = useTranslations("operator.transfers");
  return (
    <ul className="divide-y divide-line">
      {suggestions.map((suggestion) => (
        <li
          key={suggestion.business.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0"
        >
          <span className="grid min-w-0 gap-0.5">
            <span className="wrap-anywhere font-medium">{suggestion.business.name}</span>
            <span className="wrap-anywhere text-muted text-sm">{suggestion.business.slug}</span>
            {suggestion.because.map((because) => (
              <span key={because} className="text-sm">
                {t(`because.${because}`, { count: suggestion.earlier, code: suggestion.order?.code ?? "" })}{" "}
                {(because === "code" || because === "order") && suggestion.order && (
                  <Money amountMilli={suggestion.order.amountVnd * 1000n} />
                )}
              </span>
            ))}
          </span>
          {mayAct && <AssignDialog transfer={transfer} suggestion={suggestion} />}
        </li>
      ))}
    </ul>
  );
}

function AssignDialog({ transfer, suggestion }: { transfer: SuggestionsProps["transfer"]; suggestion: Suggestion }) {
  const t = useTranslations("operator.transfers");
  const { business, claimId, order } = suggestion;
  const words = {
    title: t("assignTitle", { name: business.name }),
    trigger: {
      label: t("acts.assign"),
      fullLabel: `${t("acts.assign")}: ${business.name}`,
      variant: "primary" as const,
      size: "small" as const,
    },
    reason: "business" as const,
    ready: claimId ? ("claimApproved" as const) : ("assignment" as const),
  };
  const effect = <EffectLines amountVnd={transfer.amountVnd} suggestion={suggestion} />;
  if (claimId)
    return (
      <ActDialog
        {...words}
        lead={t("approvesClaim")}
        action={approveClaimAction}
        hidden={{ id: claimId, transferId: transfer.id, seen: transfer.seen }}
      >
        {effect}
      </ActDialog>
    );
  return (
    <ActDialog
      {...words}
      action={assignTransferAction}
      hidden={{ id: transfer.id, business: business.id, seen: transfer.seen, ...(order && { topUpId: order.id }) }}
    >
      {effect}
    </ActDialog>
  );
}
