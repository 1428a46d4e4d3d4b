import { useTranslations } from "next-intl";
import { RefundPart } from "@/components/money/refund-part";
import { BusinessLogo, type NamedBusiness } from "@/components/shell/business-switcher";
import { Dialog } from "@/components/ui/dialogs/dialog";
import type { Choice } from "@/components/ui/fields/controls";
import { PictureForm } from "@/components/ui/images/picture-form";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import type { DataRules } from "@/lib/businesses/schema";
import type { RefundOffer } from "@/lib/money/refunds/schema";
import { ArchiveForm, NameForm } from "./settings-forms";

type GeneralCardProps = { business: NamedBusiness; complaint?: string };

export function GeneralCard({ business, complaint }: GeneralCardProps) {
  const t = useTranslations("settings.general");
  return (
    <Card title={t("title")}>
      <div className="grid gap-6">
        <NameForm business={business.slug} name={business.name} />
        <PictureForm
          action={`/console/${business.slug}/logo`}
          shown={<BusinessLogo business={business} size={72} />}
          label={t("logo")}
          mayRemove={business.pictureId !== null}
          complaint={complaint}
        />
      </div>
    </Card>
  );
}

/** For members who can see the settings but not change them. */
export function DataRulesFacts({ rules }: { rules: DataRules }) {
  const t = useTranslations("settings.data");
  return (
    <dl className="grid gap-3">
      <div>
        <dt className="text-muted text-sm">{t("retention")}</dt>
        <dd>{t(`retentions.${rules.retentionDays}.label`)}</dd>
      </div>
      <div>
        <dt className="text-muted text-sm">{t("region")}</dt>
        <dd>{rules.pinnedRegion ? t(`regions.${rules.pinnedRegion}`) : t("anyRegion")}</dd>
      </div>
    </dl>
  );
}

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
