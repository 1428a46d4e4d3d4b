import { queryOptions } from "@tanstack/react-query";

/** A business's available credit, in thousandths of a đồng as decimal text. Polled, since each call changes it. */
export const balanceQuery = (businessSlug: string) =>
  queryOptions({
    queryKey: ["balance", businessSlug],
    async queryFn({ signal }) {
      const response = await fetch(`/api/console/${businessSlug}/balance`, { signal });
      if (!response.ok) throw new Error(`balance: status ${response.status}`);
      const { availableMilli } = (await response.json()) as { availableMilli: string };
      return availableMilli;
    },
    // After an error the session has ended or the role has changed, so polling stops until the query is used again.
    refetchInterval: (query) => (query.state.status === "error" ? false : 10_000),
    retry: false,
  });
