import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

export const regionCodes = ["VN", "SG"] as const;

export type RegionCode = (typeof regionCodes)[number];

export type Region = { code: RegionCode; url: string };

/** The regions of this installation with their URLs; this process's own region first. */
export function listRegions(): Region[] {
  const own = { code: env.VANG_REGION, url: env.url };
  const others = env.VANG_REGIONS.filter(({ code }) => code !== env.VANG_REGION);
  return [own, ...others];
}

/** Throws WRONG_REGION, naming the region, for an id of another region, which alone has the content. */
export function requireMadeHere(region: string, param?: string): void {
  if (region === env.VANG_REGION) return;
  throw new AppError("WRONG_REGION", { param, message: "api.madeElsewhere", values: { region } });
}

/** The origin of this installation's pages: only their scripts may call the API from a browser. */
export const ownOrigins = (): string[] => listRegions().map(({ url }) => url);
