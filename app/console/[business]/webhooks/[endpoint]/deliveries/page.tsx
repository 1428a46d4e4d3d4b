import { DeliveryFilters } from "@/components/webhooks/deliveries/delivery-filters";
import { DeliveryList } from "@/components/webhooks/deliveries/delivery-table";
import { LiveLog } from "@/components/webhooks/deliveries/live-log";
import { EndpointFrame } from "@/components/webhooks/endpoints/endpoint-frame";
import { EndpointNotices } from "@/components/webhooks/endpoints/endpoint-notices";
import { ReplayBar } from "@/components/webhooks/replays/replay-bar";
import { ReplayList } from "@/components/webhooks/replays/replay-list";
import { ReplayMatchingDialog } from "@/components/webhooks/replays/replay-matching-dialog";
import { orError } from "@/lib/access/auth/or-error";
import { eventTypes } from "@/lib/access/events/schema";
import { can } from "@/lib/access/principals/roles";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { countReplayable, listDeliveries, watchDeliveries } from "@/lib/webhooks/delivery-log/find";
import { deliveriesAddressSchema } from "@/lib/webhooks/delivery-log/schema";
import { listReplays } from "@/lib/webhooks/replays/requests";
import { WebhooksRefused } from "../../webhooks-refused";
import { openEndpoint } from "../open-endpoint";

export const generateMetadata = pageTitle("webhooks", "log.title");

const form = "replay";
const shownReplays = 3;

export default async function DeliveriesPage({
  params,
  searchParams,
}: PageProps<"/console/[business]/webhooks/[endpoint]/deliveries">) {
  const { member, endpoint } = await openEndpoint(await params);
  if (endpoint instanceof AppError) return <WebhooksRefused />;

  const { businessSlug: business } = member;
  const { id: endpointId } = endpoint;
  const { cursor, ...filter } = deliveriesAddressSchema.parse(await searchParams);
  // Read before the content, so that the browser reloads what changed in between.
  const version = await watchDeliveries(member, endpointId, filter);
  const [page, count, replays] = await Promise.all([
    orError(listDeliveries(member, endpointId, { cursor, filter })),
    countReplayable(member, endpointId, { filter }),
    listReplays(member, endpointId, shownReplays),
  ]);
  const list = page instanceof AppError ? { rows: null, next: null } : { rows: page.deliveries, next: page.next };
  const mayWrite = can(member.role, "webhooks:write");
  // One event or delivery is replayed by its box.
  const canMatch = count > 0 && !/^(evt|dlv)_/.test(filter.q ?? "");
  const hasBoxes = mayWrite && list.rows !== null && list.rows.length > 0;
  return (
    <EndpointFrame business={business} endpoint={endpoint} mayWrite={mayWrite} current="deliveries">
      <EndpointNotices business={business} endpoint={endpoint} mayWrite={mayWrite} />
      <DeliveryFilters business={business} endpointId={endpointId} filter={filter} types={eventTypes} />
      <ReplayList business={business} replays={replays} mayWrite={mayWrite} />
      <div className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          {hasBoxes && (
            <ReplayBar business={business} endpointId={endpointId} form={form}>
              {canMatch && (
                <ReplayMatchingDialog business={business} endpointId={endpointId} filter={filter} count={count} />
              )}
            </ReplayBar>
          )}
          {!cursor && (
            <div className="ml-auto">
              <LiveLog business={business} endpointId={endpointId} filter={filter} version={version} />
            </div>
          )}
        </div>
        <DeliveryList
          business={business}
          endpointId={endpointId}
          cursor={cursor}
          filter={filter}
          {...list}
          form={hasBoxes ? form : undefined}
        />
      </div>
    </EndpointFrame>
  );
}
