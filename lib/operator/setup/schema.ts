import { z } from "zod";
import { providerNames } from "@/lib/billing/bank-notifications/provider";

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
] as const;
export type SetupPart = (typeof setupParts)[number];

/** What can be tested: a notification of each provider, and an email. */
export const setupTests = [...providerNames, "mail"] as const;
export type SetupTest = (typeof setupTests)[number];

/**
 * `example`: only on this machine, a made-up value stands in. `optional`: not set, and something else does the same.
 * `failing`: set, and the last test or what happened since says that it does not work.
 */
export type SetupState = "ready" | "example" | "missing" | "optional" | "failing";

export const testSetupSchema = z.object({ what: z.enum(setupTests, "operator.setup.unknown") });
