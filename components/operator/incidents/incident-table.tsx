import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { Moment } from "@/components/sign-in-log/moment";
import { type Column, Table } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import type { PublicIncident } from "@/lib/incidents/queries";
import type { IncidentImpact, IncidentService } from "@/lib/incidents/schema";

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
      id: "what",
      head: t("one"),
      lead: true,
      cell: ({ id, title, services }) => (
        <span className="grid min-w-0">
          <Link
            href={`/operator/incidents/${id}` as Route}
            className="font-medium underline underline-offset-2 after:absolute after:inset-0"
          >
            {title[locale]}
          </Link>
          <span className="wrap-anywhere text-muted text-sm">{nameOf(services)}</span>
        </span>
      ),
    },
    {
      id: "state",
      head: t("status"),
      cell: ({ impact, status }) => (
        <span className="flex flex-wrap gap-1">
          <Badge kind={status === "resolved" ? "success" : "neutral"}>{t(`statuses.${status}`)}</Badge>
          {status !== "resolved" && <ImpactBadge impact={impact} />}
        </span>
      ),
    },
    { id: "region", head: t("region"), cell: ({ region }) => region ?? t("allRegions") },
    { id: "started", head: t("started"), cell: ({ startedAt }) => <Moment time={startedAt} /> },
  ];
  return (
    <Card padded={false}>
      <Table caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </Card>
  );
}
