import type { Route } from "next";
import { useTranslations } from "next-intl";
import { BusinessLogo, type NamedBusiness } from "@/components/shell/business-switcher";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { PictureForm } from "@/components/ui/images/picture-form";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import type { DataRules } from "@/lib/businesses/schema";
import type { RefundOffer } from "@/lib/money/refunds/schema";
import { ArchiveForm, NameForm } from "./settings-forms";

export function NameCard({ business }: { business: NamedBusiness }) {
  const t = useTranslations("settings.general");
  return (
    <Card title={t("name")}>
      <NameForm business={business.slug} name={business.name} />
    </Card>
  );
}

export function LogoCard({ business, complaint }: { business: NamedBusiness; complaint?: string }) {
  const t = useTranslations("settings.general");
  return (
    <Card title={t("logo")}>
      <PictureForm
        action={`/console/${business.slug}/logo`}
        shown={<BusinessLogo business={business} size={72} />}
        label={t("logo")}
        mayRemove={business.pictureId !== null}
        complaint={complaint}
      />
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

type ArchiveCardProps = { business: string; name: string } & Pick<RefundOffer, "availableMilli" | "refundableMilli">;

/** Explains what archiving means before it asks. */
export function ArchiveCard({ business, name, availableMilli, refundableMilli }: ArchiveCardProps) {
  const t = useTranslations("businesses");
  const lead = t.rich("archiveLead", { credit: () => <Money amountMilli={availableMilli - refundableMilli} /> });
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
