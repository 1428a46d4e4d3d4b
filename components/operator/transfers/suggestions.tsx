import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { Money } from "@/components/ui/text/money";
import { approveClaimAction } from "@/lib/operator/claims/actions";
import { assignTransferAction } from "@/lib/operator/transfers/actions";
import type { Suggestion } from "@/lib/operator/transfers/suggest";
import { EffectLines } from "./effect-lines";

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
          {mayAct && <AssignDialog {...{ transfer, suggestion }} />}
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
