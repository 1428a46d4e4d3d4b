import { useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { type Column, Table } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import { EndpointBadge } from "@/components/webhooks/endpoints/endpoint-badge";
import type { AppliedPrice } from "@/lib/money/prices/price-book";
import type { UsageRow } from "@/lib/money/usage/read";
import type { BusinessDetail, BusinessEndpoint, BusinessMember } from "@/lib/operator/businesses/find";
import { formatMilliseconds, formatNumber, formatVnd } from "@/lib/platform/i18n/format";
import { withQuery } from "@/lib/platform/with-query";

type ListCardProps<Row> = {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty: string;
  action?: React.ReactNode;
};

const ListCard = <Row,>({ title, columns, rows, rowKey, empty, action }: ListCardProps<Row>) => (
  <Card title={title} padded={rows.length === 0} action={action}>
    {rows.length === 0 ? (
      <p className="text-muted">{empty}</p>
    ) : (
      <Table caption={title} columns={columns} rows={rows} rowKey={rowKey} />
    )}
  </Card>
);

const countErrors = (errors: Record<string, number>) => Object.values(errors).reduce((sum, count) => sum + count, 0);

/** Requests of the last 30 days by service. */
export function UsageCard({ rows }: { rows: readonly UsageRow[] }) {
  const t = useTranslations("operator.businesses");
  const locale = useLocale();
  const serviceOf = ({ group }: UsageRow) => (group.service ?? "").toUpperCase();
  return (
    <ListCard
      title={t("usage")}
      empty={t("noUsage")}
      rows={rows}
      rowKey={serviceOf}
      columns={[
        { head: t("service"), cell: (row) => <span className="font-medium">{serviceOf(row)}</span> },
        { head: t("requests"), numeric: true, cell: ({ requests }) => formatNumber(requests, locale) },
        { head: t("errors"), numeric: true, cell: ({ errors }) => formatNumber(countErrors(errors), locale) },
        {
          head: "p95",
          numeric: true,
          cell: ({ latency }) => (latency ? formatMilliseconds(latency.p95, locale) : "–"),
        },
        { head: t("amount"), numeric: true, cell: ({ amountMilli }) => <Money amountMilli={amountMilli} /> },
      ]}
    />
  );
}

type PricesCardProps = { business: BusinessDetail; now: Date; mayAdd: boolean };

/** Of each model the price in force and those to come. */
export function PricesCard({ business: { slug, prices }, now, mayAdd }: PricesCardProps) {
  const [t, words] = [useTranslations("operator.businesses"), useTranslations("prices")];
  const locale = useLocale();
  const isFuture = ({ from }: AppliedPrice) => from > now;
  return (
    <ListCard
      title={t("prices")}
      action={
        mayAdd && (
          <ButtonLink size="small" href={withQuery("/operator/prices/new", { business: slug })}>
            {t("newPrice")}
          </ButtonLink>
        )
      }
      empty={t("noPrices")}
      rows={prices}
      rowKey={({ id }) => id}
      columns={[
        { head: t("model"), cell: ({ modelId }) => <span className="font-mono text-sm">{modelId}</span> },
        {
          head: words("columns.price"),
          cell: ({ priceVnd, unit }) => words(`per.${unit}`, { price: formatVnd(BigInt(priceVnd) * 1000n, locale) }),
        },
        { head: words("columns.whose"), cell: ({ businessId }) => words(businessId ? "own" : "general") },
        { head: words("columns.from"), cell: ({ from }) => <Moment time={from} /> },
        {
          head: words("columns.state"),
          cell: (row) => (
            <Badge kind={isFuture(row) ? "warning" : "success"}>
              {words(`states.${isFuture(row) ? "future" : "current"}`)}
            </Badge>
          ),
        },
      ]}
    />
  );
}

export function EndpointsCard({ rows }: { rows: readonly BusinessEndpoint[] }) {
  const t = useTranslations("operator.businesses");
  const locale = useLocale();
  return (
    <ListCard
      title={t("endpoints")}
      empty={t("noEndpoints")}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t("host"),
          cell: ({ id, host }) => (
            <span className="grid min-w-0">
              <span className="wrap-anywhere font-medium">{host}</span>
              <span className="wrap-anywhere font-mono text-muted text-sm">{id}</span>
            </span>
          ),
        },
        { head: t("state"), cell: ({ status }) => <EndpointBadge status={status} /> },
        { head: t("failingSince"), cell: ({ failingSince }) => (failingSince ? <Moment time={failingSince} /> : "–") },
        {
          head: t("lastSucceeded"),
          cell: ({ lastSucceededAt }) => (lastSucceededAt ? <Moment time={lastSucceededAt} /> : "–"),
        },
        { head: t("waiting"), numeric: true, cell: ({ waiting }) => formatNumber(waiting, locale) },
      ]}
    />
  );
}

export function MembersCard({ rows }: { rows: readonly BusinessMember[] }) {
  const [t, staff, roles] = [
    useTranslations("operator.businesses"),
    useTranslations("operator.staff"),
    useTranslations("members.roles"),
  ];
  return (
    <ListCard
      title={t("members")}
      empty={t("noMembers")}
      rows={rows}
      rowKey={({ userId }) => userId}
      columns={[
        {
          head: staff("person"),
          cell: ({ name, email }) => (
            <span className="grid min-w-0">
              <span className="font-medium">{name}</span>
              <span className="wrap-anywhere text-muted text-sm">{email}</span>
            </span>
          ),
        },
        { head: staff("role"), cell: ({ role }) => roles(role) },
        {
          head: staff("factor"),
          cell: ({ hasSecondFactor }) => (
            <Badge kind={hasSecondFactor ? "success" : "neutral"}>
              {t(hasSecondFactor ? "factorOn" : "factorOff")}
            </Badge>
          ),
        },
      ]}
    />
  );
}
