import { useTranslations } from "next-intl";
import type { NamedBusiness } from "@/components/shell/business-switcher";
import { BusinessLogo } from "@/components/shell/business-switcher";
import { PictureForm } from "@/components/ui/images/picture-form";
import { Card } from "@/components/ui/text/card";
import { NameForm } from "./name-form";

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
