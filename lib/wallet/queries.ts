import { queryOptions } from "@tanstack/react-query";

/** What a business may spend, in thousandths of a đồng as decimal text. It moves by itself: each call takes its part. */
export const balanceQuery = (businessSlug: string) =>
  queryOptions({
    queryKey: ["balance", businessSlug],
    queryFn: ({ signal }) => fetchBalance(businessSlug, signal),
    // Once it is refused, the session is over or the role is gone: only looking again asks again.
    refetchInterval: (query) => (query.state.status === "error" ? false : 10_000),
    retry: false,
  });

async function fetchBalance(businessSlug: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(`/api/console/${businessSlug}/balance`, { signal });
  if (!answer.ok) throw new Error(`balance: status ${answer.status}`);
  const { availableMilli } = (await answer.json()) as { availableMilli: string };
  return availableMilli;
}
