import { useLocale, useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-form";
import { FactsCard, RowLink } from "@/components/operator/facts";
import { choicesOf } from "@/components/ui/fields/controls";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Moment } from "@/components/ui/text/moment";
import { openIncidentAction, updateIncidentAction } from "@/lib/operator/incidents/actions";
import type { PublicIncident } from "@/lib/operator/incidents/incidents";
import {
  type IncidentImpact,
  type IncidentService,
  type IncidentStatus,
  incidentImpacts,
  incidentRegions,
  incidentServices,
  incidentStatuses,
} from "@/lib/operator/incidents/schema";

const kinds: Record<IncidentImpact, BadgeKind> = { maintenance: "info", degraded: "warning", outage: "danger" };

function ImpactBadge({ impact }: { impact: IncidentImpact }) {
  const t = useTranslations("operator.incidents.impacts");
  return <Badge kind={kinds[impact]}>{t(impact)}</Badge>;
}

const useServiceNames = () => {
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

const useTexts = () => {
  const t = useTranslations("operator.incidents");
  return [
    { name: "textVi", label: t("textVi"), kind: "lines" },
    { name: "textEn", label: t("textEn"), kind: "lines" },
  ] as const;
};

export function OpenIncident() {
  const t = useTranslations("operator.incidents");
  return (
    <ActDialog
      title={t("openTitle")}
      lead={t("openLead")}
      trigger={{ label: t("open"), variant: "primary" }}
      action={openIncidentAction}
      fields={[
        {
          name: "services",
          label: t("services"),
          kind: "checks",
          choices: choicesOf(incidentServices, (value) => t(`serviceNames.${value}`)),
        },
        {
          name: "region",
          label: t("region"),
          choices: [{ value: "", label: t("allRegions") }, ...choicesOf(incidentRegions)],
        },
        {
          name: "impact",
          label: t("impact"),
          choices: choicesOf(incidentImpacts, (value) => t(`impacts.${value}`)),
          defaultValue: "degraded",
        },
        { name: "titleVi", label: t("titleVi") },
        { name: "titleEn", label: t("titleEn") },
        ...useTexts(),
      ]}
    />
  );
}

export function UpdateIncident({ id, status }: { id: string; status: IncidentStatus }) {
  const t = useTranslations("operator.incidents");
  const texts = useTexts();
  const open = incidentStatuses.filter((value) => value !== "resolved");
  return (
    <div className="flex flex-wrap gap-2">
      <ActDialog
        title={t("updateTitle")}
        trigger={{ label: t("update") }}
        action={updateIncidentAction}
        hidden={{ id }}
        fields={[
          {
            name: "status",
            label: t("status"),
            choices: choicesOf(open, (value) => t(`statuses.${value}`)),
            defaultValue: status,
          },
          ...texts,
        ]}
      />
      <ActDialog
        title={t("resolveTitle")}
        lead={t("resolveLead")}
        trigger={{ label: t("resolve"), variant: "primary" }}
        action={updateIncidentAction}
        hidden={{ id, status: "resolved" }}
        fields={texts}
      />
    </div>
  );
}
