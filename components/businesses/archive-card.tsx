import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { Money } from "@/components/ui/money";
import { ArchiveForm } from "./archive-form";

type ArchiveCardProps = { business: string; name: string; creditMilli: bigint };

/** Explains what archiving means before it asks. */
export function ArchiveCard({ business, name, creditMilli }: ArchiveCardProps) {
  const t = useTranslations("lifecycle");
  const lead = t.rich("archiveLead", { credit: () => <Money amountMilli={creditMilli} /> });
  return (
    <Card title={t("archiveTitle")}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-text text-muted">{lead}</p>
        <Dialog title={t("archiveTitle")} trigger={{ label: t("archive") }}>
          <ArchiveForm {...{ business, name }} />
        </Dialog>
      </div>
    </Card>
  );
}
