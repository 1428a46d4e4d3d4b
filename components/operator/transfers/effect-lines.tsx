import { useTranslations } from "next-intl";
import { Facts } from "@/components/operator/facts";
import { Money } from "@/components/ui/text/money";
import type { Suggestion } from "@/lib/operator/transfers/suggest";

type EffectLinesProps = { amountVnd: bigint; suggestion: Suggestion };

/** What crediting a transfer will do, before it is done. */
export function EffectLines({ amountVnd, suggestion: { business, order, withInvoice, effect } }: EffectLinesProps) {
  const t = useTranslations("operator.effect");
  const { availableMilli, availableAfterMilli, owedMilli, settledMilli, resumes } = effect;
  return (
    <div className="rounded-control border border-line p-3">
      <Facts
        facts={[
          { label: t("business"), value: `${business.name} (${business.slug})` },
          { label: t("credited"), value: <Money amountMilli={amountVnd * 1000n} /> },
          {
            label: t("order"),
            value: order && (
              <>
                <span className="font-mono">{order.code}</span> <Money amountMilli={order.amountVnd * 1000n} />
              </>
            ),
          },
          {
            label: t("owed"),
            value: owedMilli > 0n && (
              <>
                <Money amountMilli={settledMilli} /> / <Money amountMilli={owedMilli} />
                {resumes && <> ({t("resumes")})</>}
              </>
            ),
          },
          {
            label: t("balance"),
            value: (
              <>
                <Money amountMilli={availableMilli} /> → <Money amountMilli={availableAfterMilli} />
              </>
            ),
          },
          { label: t("invoice"), value: t(withInvoice ? "withInvoice" : "noInvoice") },
        ]}
      />
    </div>
  );
}
