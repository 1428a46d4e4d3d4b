import type { Route } from "next";
import { useTranslations } from "next-intl";
import { BusinessLogo, type NamedBusiness } from "@/components/shell/business-switcher";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { PictureForm } from "@/components/ui/images/picture-form";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import type { DataRules } from "@/lib/businesses/schema";
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
  /** Paid credit, which is refunded before. */
  refundableMilli: bigint;
};

/** Explains what archiving means before it asks. */
export function ArchiveCard({ business, name, creditMilli, refundableMilli }: ArchiveCardProps) {
  const t = useTranslations("businesses");
  const lead = t.rich("archiveLead", { credit: () => <Money amountMilli={creditMilli - refundableMilli} /> });
  return (
    <Card title={t("archiveTitle")}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-text text-muted">{lead}</p>
        {refundableMilli > 0n && (
          <>
            <p className="max-w-text">
              {t.rich("archivePaid", { amount: () => <Money amountMilli={refundableMilli} /> })}
            </p>
            <ButtonLink href={`/console/${business}/billing/refunds` as Route}>{t("archiveRefund")}</ButtonLink>
          </>
        )}
        <Dialog title={t("archiveTitle")} trigger={{ label: t("archive") }}>
          <ArchiveForm business={business} name={name} />
        </Dialog>
      </div>
    </Card>
  );
}
