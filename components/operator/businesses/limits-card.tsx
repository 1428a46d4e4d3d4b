import { useLocale, useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { FactsCard } from "@/components/operator/facts";
import { Moment } from "@/components/ui/text/moment";
import { setLimitsAction } from "@/lib/operator/businesses/actions";
import type { BusinessDetail } from "@/lib/operator/businesses/find";
import { formatNumber } from "@/lib/platform/i18n/format";

const names = ["requestsPerMinute", "concurrentCalls", "webhookLimit"] as const;

/** What its keys together may do, until when, and what applies after that. */
export function LimitsCard({ business, mayManage }: { business: BusinessDetail; mayManage: boolean }) {
  const t = useTranslations("operator.businesses");
  const locale = useLocale();
  const { id, limits } = business;
  const { temporary } = limits;
  const until = temporary?.lastDay ?? "";
  const former = temporary && names.map((name) => formatNumber(temporary.former[name], locale)).join(" / ");
  return (
    <FactsCard
      title={t("limits")}
      action={
        mayManage && (
          <ActDialog
            title={t("changeLimits")}
            lead={t("changeLimitsLead")}
            trigger={{ label: t("changeLimits"), size: "small" }}
            action={setLimitsAction}
            hidden={{ id }}
            fields={[
              ...names.map((name) => ({
                name,
                label: t(`${name}`),
                kind: "number" as const,
                defaultValue: `${limits[name]}`,
              })),
              { name: "until", label: t("until"), hint: t("untilHint"), kind: "date" as const, defaultValue: until },
            ]}
            reason="staff"
          />
        )
      }
      facts={[
        ...names.map((name) => ({ label: t(`${name}`), value: formatNumber(limits[name], locale) })),
        { label: t("endsAt"), value: temporary && <Moment time={temporary.expiresAt} /> },
        { label: t("then"), value: former },
      ]}
    />
  );
}
