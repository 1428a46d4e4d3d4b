import { queryOptions } from "@tanstack/react-query";
import type { TopUpStatus } from "./schema";

/** What changes on a transfer page without the reader doing anything. */
export type TopUpProgress = { status: TopUpStatus; receivedVnd: string };

/** Polled: often while money is awaited, since it arrives within seconds. */
export const topUpQuery = (businessSlug: string, id: string) =>
  queryOptions({
    queryKey: ["top-up", businessSlug, id],
    async queryFn({ signal }): Promise<TopUpProgress> {
      const response = await fetch(`/api/console/${businessSlug}/top-ups/${id}`, { signal });
      if (!response.ok) throw new Error(`top-up: status ${response.status}`);
      return (await response.json()) as TopUpProgress;
    },
    refetchInterval: (query) => (query.state.data?.status === "waiting" ? 2000 : 10_000),
    retry: false,
  });
