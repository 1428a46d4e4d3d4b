import { useTranslations } from "next-intl";
import { IdLink } from "@/components/operator/fact-values";
import { Notice } from "@/components/ui/feedback/notice";
import type { MoneyActRow } from "@/lib/operator/money-acts/list";

/** Where an act is decided: a credit entry on its own page. */
export const actPath = ({ id, about }: Pick<MoneyActRow, "id" | "about">): string =>
  about.adjustmentId ? `/operator/adjustments/${about.adjustmentId}` : `/operator/approvals/${id}`;

/** What the kinds of acts are called. */
export function useKindNames() {
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
