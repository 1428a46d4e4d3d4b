import { getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { TabLinks } from "@/components/ui/lists/tab-links";
import { Card } from "@/components/ui/text/card";
import { DeliveryTable } from "@/components/webhooks/deliveries/delivery-table";
import { LiveLog } from "@/components/webhooks/deliveries/live-log";
import { StatsChart } from "@/components/webhooks/deliveries/stats-chart";
import { StatsFigures } from "@/components/webhooks/deliveries/stats-figures";
import { EndpointFacts } from "@/components/webhooks/endpoints/endpoint-facts";
import { EndpointFrame } from "@/components/webhooks/endpoints/endpoint-frame";
import { EndpointNotices, HeldNotice } from "@/components/webhooks/endpoints/endpoint-notices";
import { deliveriesPath, endpointPath } from "@/components/webhooks/endpoints/webhooks-path";
import { can } from "@/lib/access/principals/roles";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { countReplayable, findLastFailure, listDeliveries, watchDeliveries } from "@/lib/webhooks/delivery-log/find";
import { spanSchema, spans } from "@/lib/webhooks/delivery-log/schema";
import { readStats } from "@/lib/webhooks/delivery-log/stats";
import { WebhooksRefused } from "../webhooks-refused";
import { openEndpoint } from "./open-endpoint";

export const generateMetadata = pageTitle("webhooks", "pageTitle");

const recentCount = 5;

export default async function WebhookPage({
  params,
  searchParams,
}: PageProps<"/console/[business]/webhooks/[endpoint]">) {
  const { member, endpoint } = await openEndpoint(await params);
  if (endpoint instanceof AppError) return <WebhooksRefused />;

  const { businessSlug: business } = member;
  const { id } = endpoint;
  const span = spanSchema.parse((await searchParams).span);
  // Read before the content, so that the browser reloads what changed in between.
  const version = await watchDeliveries(member, id, {});
  const [t, stats, { deliveries }, held, lastFailure] = await Promise.all([
    getTranslations("webhooks"),
    readStats(member, id, span),
    listDeliveries(member, id, { limit: recentCount }),
    countReplayable(member, id, { filter: { state: "held" } }),
    findLastFailure(member, id),
  ]);
  const mayWrite = can(member.role, "webhooks:write");
  return (
    <EndpointFrame business={business} endpoint={endpoint} mayWrite={mayWrite} current="overview">
      <EndpointNotices business={business} endpoint={endpoint} mayWrite={mayWrite} lastFailure={lastFailure} />
      <HeldNotice business={business} endpoint={endpoint} held={held} />
      <LiveLog business={business} version={version} endpointId={id} filter={{}} quiet />
      <Card
        title={t("stats.title")}
        action={
          <TabLinks
            label={t("stats.span")}
            tabs={spans.map((value) => ({
              href: endpointPath(business, id, { span: value }),
              label: t(`stats.spans.${value}`),
            }))}
            current={endpointPath(business, id, { span })}
          />
        }
      >
        <div className="grid min-w-0 gap-5">
          <StatsFigures stats={stats} />
          <StatsChart stats={stats} />
        </div>
      </Card>
      {deliveries.length > 0 && (
        <section aria-labelledby="recent" className="grid min-w-0 gap-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 id="recent" className="font-semibold text-lg">
              {t("log.recent")}
            </h2>
            <ButtonLink href={deliveriesPath(business, id)} size="small">
              {t("log.all")}
            </ButtonLink>
          </div>
          <DeliveryTable business={business} deliveries={deliveries} endpointId={id} />
        </section>
      )}
      <Card title={t("facts.title")}>
        <EndpointFacts business={business} endpoint={endpoint} lastFailure={lastFailure} />
      </Card>
    </EndpointFrame>
  );
}
