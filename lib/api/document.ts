import "server-only";
import { OpenAPIHono } from "@hono/zod-openapi";
import { env } from "@/lib/env";
import type { Locale } from "@/lib/i18n/locale";
import { say } from "@/lib/i18n/words";
import { maxCharacters } from "@/lib/speech/schema";
import { answerHeaders } from "./answer-headers";
import { describe } from "./describe";
import { operations } from "./operations";

/** The public API as OpenAPI 3.1: what `/openapi.json` gives in English, and the documentation is made of. */
export function describeApi(locale: Locale) {
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono();
  registry.registerComponent("securitySchemes", "ApiKey", { type: "apiKey", in: "header", name: "X-Api-Key" });
  for (const [name, header] of Object.entries(answerHeaders)) registry.registerComponent("headers", name, header);
  for (const [name, declared] of Object.entries(operations)) {
    for (const operation of declared) registry.registerPath(describe(operation, say(locale, `operations.${name}`)));
  }
  const document = getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Vang", version: "1.0.0", license: { name: "AGPL-3.0-or-later" } },
    servers: [{ url: env.url }],
  });
  return sayDescriptions(document, locale);
}

/** The declarations describe by catalogue ids, and here these become words. */
function sayDescriptions<Document>(document: Document, locale: Locale): Document {
  const sayIds = (text: string) =>
    text.replace(/\b(docs\.described|errors)\.\w+/g, (id) => say(locale, id, { maxCharacters }));
  return JSON.parse(JSON.stringify(document), (name, value) =>
    name === "description" && typeof value === "string" ? sayIds(value) : value,
  );
}
