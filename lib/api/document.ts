import "server-only";
import { OpenAPIHono } from "@hono/zod-openapi";
import { env } from "@/lib/env";
import { answerHeaders } from "./answer-headers";
import { describe } from "./describe";
import { operations } from "./operations";

/** The public API as OpenAPI 3.1: what `/openapi.json` gives, and the documentation is made of. */
export function describeApi() {
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono();
  registry.registerComponent("securitySchemes", "ApiKey", { type: "apiKey", in: "header", name: "X-Api-Key" });
  for (const [name, header] of Object.entries(answerHeaders)) registry.registerComponent("headers", name, header);
  for (const operation of Object.values(operations).flat()) registry.registerPath(describe(operation));
  return getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Vang", version: "1.0.0", license: { name: "AGPL-3.0-or-later" } },
    servers: [{ url: env.url }],
  });
}
