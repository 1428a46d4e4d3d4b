import { env } from "@/lib/platform/env";
import { AppError, type ErrorDetails } from "@/lib/platform/errors";

export const regionCodes = ["VN", "SG"] as const;

export type RegionCode = (typeof regionCodes)[number];

export type Region = { code: RegionCode; url: string };

/** Whether each statement crosses the sea. */
export const isDatabaseFar = (): boolean => (env.VANG_DATABASE_REGION ?? env.VANG_REGION) !== env.VANG_REGION;

/** The regions of this installation with their URLs; this process's own region first. */
export function listRegions(): Region[] {
  const own = { code: env.VANG_REGION, url: env.url };
  const others = env.VANG_REGIONS.filter(({ code }) => code !== env.VANG_REGION);
  return [own, ...others];
}

/** `VN https://…, SG https://…`. */
export const nameRegions = (): string =>
  listRegions()
    .map(({ code, url }) => `${code} ${url}`)
    .join(", ");

/** Throws WRONG_REGION, with the region and its URL, for an id of another region, which alone has the content. */
export function requireMadeHere(region: string, param?: string): void {
  if (region === env.VANG_REGION) return;
  throw new AppError("WRONG_REGION", { param, ...elsewhere("api.madeElsewhere", region) });
}

/** The details of an error about another region: with its URL if this installation has it. */
export function elsewhere(message: "api.madeElsewhere" | "api.pinnedElsewhere", region: string): ErrorDetails {
  const url = listRegions().find(({ code }) => code === region)?.url;
  return url ? { message: `${message}At`, values: { region, url } } : { message, values: { region } };
}

/** The origin of this installation's pages: only their scripts may call the API from a browser. */
export const ownOrigins = (): string[] => listRegions().map(({ url }) => url);
