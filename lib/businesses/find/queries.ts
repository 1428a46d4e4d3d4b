import { queryOptions } from "@tanstack/react-query";
import { type Found, findSchema } from "./schema";

export const findQuery = (business: string, text: string) =>
  queryOptions({
    queryKey: ["find", business, text],
    async queryFn({ signal }) {
      const response = await fetch(`/api/console/${business}/find?${new URLSearchParams({ q: text })}`, { signal });
      if (!response.ok) throw new Error(`find: status ${response.status}`);
      return ((await response.json()) as { found: Found[] }).found;
    },
    enabled: findSchema.safeParse({ q: text }).success,
    retry: false,
    staleTime: 10_000,
  });
