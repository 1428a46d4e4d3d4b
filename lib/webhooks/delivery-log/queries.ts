import { queryOptions } from "@tanstack/react-query";
import type { DeliveryFilter } from "./schema";

/** A text that changes with the newest deliveries that match the filter. Polled while it is used and the tab is visible. */
export const logVersionQuery = (business: string, endpointId: string, filter: DeliveryFilter) =>
  queryOptions({
    queryKey: ["webhook-log", business, endpointId, filter],
    async queryFn({ signal }) {
      const given = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]));
      const url = `/api/console/${business}/webhooks/${endpointId}/log?${new URLSearchParams(given)}`;
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`webhook log: status ${response.status}`);
      return ((await response.json()) as { version: string }).version;
    },
    // After an error the session has ended or the role has changed.
    refetchInterval: (query) => (query.state.status === "error" ? false : 2000),
    retry: false,
  });
