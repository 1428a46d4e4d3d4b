import { queryOptions } from "@tanstack/react-query";

/** A business's available credit, in thousandths of a đồng as decimal text. Polled, since each call changes it. */
export const balanceQuery = (businessSlug: string) =>
  queryOptions({
    queryKey: ["balance", businessSlug],
    queryFn: ({ signal }) => fetchBalance(businessSlug, signal),
    // After an error the session has ended or the role has changed, so polling stops until the query is used again.
    refetchInterval: (query) => (query.state.status === "error" ? false : 10_000),
    retry: false,
  });

async function fetchBalance(businessSlug: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(`/api/console/${businessSlug}/balance`, { signal });
  if (!answer.ok) throw new Error(`balance: status ${answer.status}`);
  const { availableMilli } = (await answer.json()) as { availableMilli: string };
  return availableMilli;
}
