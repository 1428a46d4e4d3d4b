import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";

export const regionCodes = ["VN", "SG"] as const;

export type RegionCode = (typeof regionCodes)[number];

export type Region = { code: RegionCode; url: string };

/** The regions of this installation, each with the address that serves it; this process's own first. */
export function listRegions(): Region[] {
  const own = { code: env.VANG_REGION, url: env.url };
  const others = env.VANG_REGIONS.filter(({ code }) => code !== env.VANG_REGION);
  return [own, ...others];
}

/** Throws WRONG_REGION, with its name, for what another region made: that one alone has the content. */
export function requireMadeHere(region: string, param?: string): void {
  if (region === env.VANG_REGION) return;
  throw new Refusal("WRONG_REGION", { param, message: "api.madeElsewhere", values: { region } });
}

/** Where pages of this installation come from: only their scripts may call the API from a browser. */
export const ownOrigins = (): string[] => listRegions().map(({ url }) => url);
