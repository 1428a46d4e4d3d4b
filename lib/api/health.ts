import "server-only";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { read } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import type { ApiEnv } from "./door";
import { endpoint } from "./endpoint";

const healthSchema = z.object({ status: z.literal("ok") }).meta({ id: "Health" });

/** For a load balancer: whether this process should be given calls. */
export function declareHealth(app: OpenAPIHono<ApiEnv>, isEnding: () => boolean): void {
  endpoint(
    app,
    {
      method: "get",
      path: "/health",
      summary: "Whether this process takes calls",
      scope: "nobody",
      response: healthSchema,
    },
    async () => {
      if (isEnding()) throw new Refusal("OVERLOADED", { message: "api.ending" });
      await read("health", "SELECT 1 AS one", []).catch(() => {
        throw new Refusal("OVERLOADED", { message: "api.noDatabase" });
      });
      return { body: { status: "ok" as const }, headers: { "cache-control": "no-store" } };
    },
  );
}
