import "server-only";
import { z } from "zod";
import { alarmNames } from "@/lib/alarms/schema";
import { bankAlarms } from "@/lib/billing/bank-notifications/schema";
import { at } from "./shared";

const processState = z.enum(["running", "restarting"]);

const healthSchema = z
  .object({
    status: z.literal("ok").meta({ description: "docs.described.healthStatus" }),
    role: z.enum(["all", "api", "console", "worker"]).meta({ description: "docs.described.role" }),
    processes: z
      .object({
        api: processState.meta({ description: "docs.described.apiProcess" }),
        console: processState.meta({ description: "docs.described.consoleProcess" }),
        worker: processState.meta({ description: "docs.described.workerProcess" }),
      })
      .optional()
      .meta({ description: "docs.described.processes" }),
    restarts: z
      .object({
        api: z.int().meta({ description: "docs.described.apiRestarts" }),
        console: z.int().meta({ description: "docs.described.consoleRestarts" }),
        worker: z.int().meta({ description: "docs.described.workerRestarts" }),
      })
      .optional()
      .meta({ description: "docs.described.restarts" }),
    oldestUnprocessedAgeSeconds: z.number().meta({ description: "docs.described.oldestUnprocessed" }),
    stream: z.enum(["postgresql", "nats", "nats-unsafe"]).meta({ description: "docs.described.stream" }),
    ledger: z.enum(["protected", "unprotected"]).meta({ description: "docs.described.ledger" }),
    books: z.enum(["balanced", "difference", "unknown"]).meta({ description: "docs.described.books" }),
    bankAlarms: z.array(z.enum([...bankAlarms, "unreadable"])).meta({ description: "docs.described.bankAlarms" }),
    closedAlarms: z.array(z.enum(alarmNames)).meta({ description: "docs.described.closedAlarms" }),
    outbox: z
      .object({
        due: z.int().meta({ description: "docs.described.outboxDue" }),
        oldestDueSeconds: z.int().meta({ description: "docs.described.outboxOldest" }),
        dead: z.int().meta({ description: "docs.described.outboxDead" }),
      })
      .optional()
      .meta({ description: "docs.described.outbox" }),
    webhooks: z
      .object({
        due: z.int().meta({ description: "docs.described.webhooksDue" }),
        oldestDueSeconds: z.int().meta({ description: "docs.described.webhooksOldest" }),
        stopped: z.boolean().meta({ description: "docs.described.webhooksStopped" }),
        behind: z.int().meta({ description: "docs.described.webhooksBehind" }),
      })
      .optional()
      .meta({ description: "docs.described.webhooksBacklog" }),
  })
  .meta({ id: "Health" });

export const service = {
  getHealth: at(["/health"], {
    method: "get",
    scope: "public",
    response: healthSchema,
  }),
};
