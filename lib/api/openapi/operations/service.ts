import "server-only";
import { z } from "zod";
import { at } from "./shared";

const healthSchema = z
  .object({
    status: z.literal("ok").meta({ description: "docs.described.healthStatus" }),
    role: z.enum(["all", "api", "console", "worker"]).meta({ description: "docs.described.role" }),
  })
  .meta({ id: "Health" });

export const service = {
  getHealth: at(["/health"], {
    method: "get",
    scope: "public",
    response: healthSchema,
  }),
};
