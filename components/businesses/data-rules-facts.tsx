import { useTranslations } from "next-intl";
import type { DataRules } from "@/lib/businesses/schema";

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
