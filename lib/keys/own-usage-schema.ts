import { z } from "zod";
import { keyModes } from "@/lib/access/principals/mode";
import { scopes } from "@/lib/access/principals/scopes";

const said = <Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown) =>
  schema.meta({ description: `docs.described.${description}`, ...(example !== undefined && { example }) });

/** What a key reads of itself: nothing of other keys, and of its business only the balance, with its scope. */
export const ownUsageSchema = z
  .object({
    keyId: said(z.string(), "usageKey", "key_…"),
    keyName: said(z.string().nullable(), "keyName", "Tổng đài"),
    keyHint: said(z.string(), "ownKeyHint", "x7Qa"),
    mode: said(z.enum(keyModes), "ownKeyMode", "live"),
    scopes: said(z.array(z.enum(scopes)), "ownKeyScopes", ["tts:execute", "stt:execute"]),
    expiresAt: said(z.string().nullable(), "ownKeyExpiry", "2027-02-28T17:00:00.000Z"),
    window: said(
      z.object({
        from: said(z.string(), "usageWindowFrom", "2026-11-01T00:00:00+07:00"),
        to: said(z.string(), "usageWindowTo", "2026-12-01T00:00:00+07:00"),
      }),
      "ownUsageWindow",
    ),
    jobs: said(z.number(), "ownUsageJobs", 1284),
    spentVnd: said(z.number(), "ownUsageSpent", 54_072),
    capVnd: said(z.number().nullable(), "ownUsageCap", 200_000),
    leftVnd: said(z.number().nullable(), "ownUsageLeft", 145_928),
    balanceVnd: said(z.number().nullable(), "ownUsageBalance", null),
    limits: said(
      z.object({
        requestsPerMinute: said(z.int(), "ownUsagePerMinute", 120),
        concurrentRequests: said(z.int(), "ownUsageConcurrent", 8),
      }),
      "ownUsageLimits",
    ),
    running: said(
      z.object({
        requests: said(z.int(), "ownUsageRunning", 1),
        liveSessions: said(z.int(), "ownUsageLive", 0),
        longJobs: said(z.int(), "ownUsageLongJobs", 0),
      }),
      "ownUsageRunningAll",
    ),
  })
  .meta({ id: "OwnUsage" });

export type OwnUsage = z.input<typeof ownUsageSchema>;
