import { useTranslations } from "next-intl";
import { RefundPart } from "@/components/money/refund-part";
import { Dialog } from "@/components/ui/dialogs/dialog";
import type { Choice } from "@/components/ui/fields/controls";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import type { RefundOffer } from "@/lib/money/refunds/schema";
import { ArchiveForm } from "./archive-form";

type ArchiveCardProps = {
  business: string;
  name: string;
  creditMilli: bigint;
  refund: RefundOffer;
  banks: readonly Choice[];
};

/** Explains what archiving means before it asks. */
export function ArchiveCard({ business, name, creditMilli, refund, banks }: ArchiveCardProps) {
  const t = useTranslations("businesses");
  const lead = t.rich("archiveLead", { credit: () => <Money amountMilli={creditMilli - refund.refundableMilli} /> });
  return (
    <Card title={t("archiveTitle")}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-text text-muted">{lead}</p>
        <RefundPart business={business} banks={banks} offer={refund} />
        <Dialog title={t("archiveTitle")} trigger={{ label: t("archive") }}>
          <ArchiveForm business={business} name={name} />
        </Dialog>
      </div>
    </Card>
  );
}
