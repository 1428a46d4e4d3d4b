import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import { TwoFactorRuleForm } from "./two-factor-rule-form";

type TwoFactorCardProps = {
  required: boolean;
  /** How many members have no second factor; null for those who may not know. */
  without: number | null;
  /** The business, if the reader can change the rule. */
  changeIn?: string;
};

export function TwoFactorCard({ required, without, changeIn }: TwoFactorCardProps) {
  const t = useTranslations("members.rule");
  return (
    <Card title={t("title")}>
      <div className="grid gap-4">
        <p className="max-w-text text-muted">{t("lead")}</p>
        <p>
          {t(required ? "on" : "off")} {without !== null && without > 0 && t("affected", { count: without })}
        </p>
        {changeIn && <TwoFactorRuleForm business={changeIn} required={required} />}
      </div>
    </Card>
  );
}
