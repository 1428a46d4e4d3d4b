import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Notice } from "@/components/ui/feedback/notice";
import type { Choice } from "@/components/ui/fields/controls";
import { Money } from "@/components/ui/text/money";
import type { RefundOffer } from "@/lib/money/refunds/schema";
import { RefundForm } from "./refund-form";

type RefundPartProps = { business: string; offer: RefundOffer; banks: readonly Choice[] };

/** What an archived business's paid credit becomes: a refund that is asked for, or was. */
export function RefundPart({ business, offer: { refundableMilli, open }, banks }: RefundPartProps) {
  const t = useTranslations("refunds");
  if (open) {
    return (
      <Notice>
        {t.rich(open.approvedAt ? "waitingApproved" : "waiting", {
          amount: () => <Money amountMilli={open.amountMilli} />,
        })}
      </Notice>
    );
  }
  if (refundableMilli === 0n) return null;
  return (
    <>
      <p className="max-w-text text-muted">
        {t.rich("lead", { amount: () => <Money amountMilli={refundableMilli} /> })}
      </p>
      <Dialog title={t("title")} trigger={{ label: t("title") }}>
        <RefundForm business={business} banks={banks} />
      </Dialog>
    </>
  );
}
