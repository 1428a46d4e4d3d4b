import { useTranslations } from "next-intl";
import { FactsCard } from "@/components/operator/facts";
import { Card } from "@/components/ui/text/card";
import { Moment } from "@/components/ui/text/moment";
import type { PublicIncident } from "@/lib/operator/incidents/queries";
import { ImpactBadge, useServiceNames } from "./incident-table";

export function IncidentFactsCard({ incident }: { incident: PublicIncident }) {
  const t = useTranslations("operator.incidents");
  const nameOf = useServiceNames();
  const { title, impact, status, region, services, startedAt, resolvedAt } = incident;
  return (
    <FactsCard
      facts={[
        { label: t("titleVi"), value: <span lang="vi">{title.vi}</span> },
        { label: t("titleEn"), value: <span lang="en">{title.en}</span> },
        { label: t("status"), value: t(`statuses.${status}`) },
        { label: t("impact"), value: <ImpactBadge impact={impact} /> },
        { label: t("services"), value: nameOf(services) },
        { label: t("region"), value: region ?? t("allRegions") },
        { label: t("started"), value: <Moment time={startedAt} /> },
        { label: t("resolvedAt"), value: resolvedAt && <Moment time={resolvedAt} /> },
      ]}
    />
  );
}

/** What was announced, as partners read it. */
export function UpdatesCard({ updates }: { updates: PublicIncident["updates"] }) {
  const t = useTranslations("operator.incidents");
  return (
    <Card title={t("updates")}>
      <ol className="divide-y divide-line">
        {updates.map(({ id, status, text, at }) => (
          <li key={id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{t(`statuses.${status}`)}</span>
              <Moment time={at} />
            </span>
            <p lang="vi" className="wrap-anywhere whitespace-pre-line">
              {text.vi}
            </p>
            <p lang="en" className="wrap-anywhere whitespace-pre-line text-muted">
              {text.en}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
