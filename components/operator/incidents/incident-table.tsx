import { useLocale, useTranslations } from "next-intl";
import { RowLink } from "@/components/operator/fact-values";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import type { PublicIncident } from "@/lib/operator/incidents/queries";
import type { IncidentImpact, IncidentService } from "@/lib/operator/incidents/schema";

const kinds: Record<IncidentImpact, BadgeKind> = { maintenance: "info", degraded: "warning", outage: "danger" };

export function ImpactBadge({ impact }: { impact: IncidentImpact }) {
  const t = useTranslations("operator.incidents.impacts");
  return <Badge kind={kinds[impact]}>{t(impact)}</Badge>;
}

export const useServiceNames = () => {
  const t = useTranslations("operator.incidents.serviceNames");
  return (services: readonly IncidentService[]) => services.map((service) => t(service)).join(", ");
};

export function IncidentTable({ rows }: { rows: readonly PublicIncident[] }) {
  const t = useTranslations("operator.incidents");
  const locale = useLocale();
  const nameOf = useServiceNames();
  const columns: Column<PublicIncident>[] = [
    {
      head: t("one"),
      cell: ({ id, title, services }) => (
        <span className="grid min-w-0">
          <RowLink href={`/operator/incidents/${id}`}>{title[locale]}</RowLink>
          <span className="wrap-anywhere text-muted text-sm">{nameOf(services)}</span>
        </span>
      ),
    },
    {
      head: t("status"),
      cell: ({ impact, status }) => (
        <span className="flex flex-wrap gap-1">
          <Badge kind={status === "resolved" ? "success" : "neutral"}>{t(`statuses.${status}`)}</Badge>
          {status !== "resolved" && <ImpactBadge impact={impact} />}
        </span>
      ),
    },
    { head: t("region"), cell: ({ region }) => region ?? t("allRegions") },
    { head: t("started"), cell: ({ startedAt }) => <Moment time={startedAt} /> },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
