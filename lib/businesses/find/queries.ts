import { queryOptions } from "@tanstack/react-query";
import { type Found, findSchema } from "./schema";

export const findQuery = (business: string, text: string) =>
  queryOptions({
    queryKey: ["find", business, text],
    queryFn: ({ signal }) => ask(business, text, signal),
    enabled: findSchema.safeParse({ q: text }).success,
    retry: false,
    staleTime: 10_000,
  });

async function ask(business: string, text: string, signal: AbortSignal): Promise<Found[]> {
  const answer = await fetch(`/api/console/${business}/find?${new URLSearchParams({ q: text })}`, { signal });
  if (!answer.ok) throw new Error(`find: status ${answer.status}`);
  return ((await answer.json()) as { found: Found[] }).found;
}
