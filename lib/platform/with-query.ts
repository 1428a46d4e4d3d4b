import type { Route } from "next";

export function withQuery(path: string, values: Record<string, string | undefined>): Route {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return `${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ""}` as Route;
}
