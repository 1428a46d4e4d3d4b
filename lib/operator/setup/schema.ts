import { z } from "zod";
import { providerNames } from "@/lib/money/bank/notifications/provider";

/** What a new installation needs, in the order in which it is worked off. */
export const setupParts = [
  "staff",
  "approver",
  "address",
  "seller",
  "accounts",
  ...providerNames,
  "mail",
  "support",
  "voice",
] as const;
export type SetupPart = (typeof setupParts)[number];

export const setupTests = [...providerNames, "mail"] as const;
export type SetupTest = (typeof setupTests)[number];

/** `example`: made up, on this machine only. `optional`: another part does it. `failing`: its last use failed. */
export type SetupState = "ready" | "example" | "missing" | "optional" | "failing";

export const testSetupSchema = z.object({ what: z.enum(setupTests, "operator.setup.unknown") });
