import "server-only";
import { OpenAPIHono } from "@hono/zod-openapi";
import { descriptionOf, exampleEventOf, jsonSchemaOf, schemaNameOf } from "@/lib/access/events/describe";
import { type EventType, eventTypes } from "@/lib/access/events/schema";
import { documentedFacts } from "@/lib/api/docs/facts";
import { env } from "@/lib/platform/env";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { listRegions } from "@/lib/platform/regions";
import { version } from "@/package.json";
import { addExamples, errorExamples } from "./add-examples";
import { answerHeaders } from "./answer-headers";
import type { Declared } from "./declaration";
import { describeOperation } from "./describe";
import { documentedOperations, groupOf, type OperationName, operationGroups } from "./operations";

/** OpenAPI 3.1, also the source of the documentation. Without aliases each operation has one path: `?aliases=omit`. */
export function describeApi(locale: Locale, { hasAliases = true } = {}) {
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono();
  registry.registerComponent("securitySchemes", "ApiKey", { type: "apiKey", in: "header", name: "X-Api-Key" });
  registry.registerComponent("securitySchemes", "Bearer", { type: "http", scheme: "bearer" });
  for (const [name, header] of Object.entries(answerHeaders)) registry.registerComponent("headers", name, header);
  for (const [code, example] of Object.entries(errorExamples())) registry.registerComponent("examples", code, example);
  for (const [name, declared] of Object.entries(documentedOperations)) {
    const summary = translate(locale, `operations.${name}`);
    const tag = translate("en", `docs.reference.groups.${groupOf[name as OperationName]}.title`);
    for (const [index, operation] of declared.slice(0, hasAliases ? undefined : 1).entries()) {
      if (!hasAliases && "aliasOf" in operation && operation.aliasOf) continue;
      const { scope, aliasOf }: Declared = operation;
      const description = `docs.operations.${name} docs.scopes.${scope.replace(/\W/g, "_")}`;
      const words = { operationId: name, aliasOf, summary, description, tag };
      // OpenAPI requires that the name of a further path is unique.
      const aliasWords = {
        ...words,
        operationId: `${name}Alias`,
        aliasOf: name,
        summary: translate(locale, "docs.alias", { summary, operationId: name }),
      };
      registry.registerPath(describeOperation(operation, index === 0 ? words : aliasWords));
    }
  }
  const { SUPPORT_URL: url = `${env.url}/docs`, SUPPORT_EMAIL: email } = env;
  const document = getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Vang",
      version,
      description: "docs.lead",
      license,
      contact: { name: "Vang", url, ...(email && { email }) },
    },
    servers: listRegions().map(({ code, url }) => ({ url, "x-region": code })),
    tags: operationGroups.map((group) => ({
      name: translate("en", `docs.reference.groups.${group}.title`),
      description: `docs.reference.groups.${group}.lead`,
    })),
  });
  addExamples(document.paths as Parameters<typeof addExamples>[0]);
  const { components } = document;
  // The requests that we send, by type of event, and the schemas of their bodies.
  const webhooks = Object.fromEntries(eventTypes.map((type) => [type, describeWebhook(type)]));
  const eventSchemas = Object.fromEntries(eventTypes.map((type) => [schemaNameOf(type), jsonSchemaOf(type)]));
  const schemas = { ...components?.schemas, ...eventSchemas };
  return sayDescriptions({ ...document, webhooks, components: { ...components, schemas } }, locale);
}

// Separate, because the library's type still lacks the field that OpenAPI 3.1 added.
export const license = { name: "GNU Affero General Public License v3.0 or later", identifier: "AGPL-3.0-or-later" };

const webhookHeaders = [
  { name: "webhook-id", schema: { type: "string" }, description: "docs.described.eventId" },
  { name: "webhook-timestamp", schema: { type: "integer" }, description: "docs.described.eventAttemptTime" },
  { name: "webhook-signature", schema: { type: "string" }, description: "docs.described.eventSignature" },
].map((header) => ({ ...header, in: "header", required: true }));

const describeWebhook = (type: EventType) => ({
  post: {
    operationId: `receive${schemaNameOf(type)}`,
    summary: type,
    description: descriptionOf(type),
    security: [],
    parameters: webhookHeaders,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { $ref: `#/components/schemas/${schemaNameOf(type)}` },
          example: exampleEventOf(type),
        },
      },
    },
    responses: { "2XX": { description: "docs.described.eventReceived" } },
  },
});

/** The declarations use catalogue ids, which are replaced by their texts here. */
export function sayDescriptions<Document>(document: Document, locale: Locale): Document {
  const facts = documentedFacts(locale);
  const sayIds = (text: string) =>
    text.replace(
      /\b(docs\.(described|operations|scopes)|errors)\.\w+|^(docs\.(lead|reference\.groups\.\S+)|webhooks\.eventHints\.\S+)$/g,
      (id) => translate(locale, id, facts),
    );
  return JSON.parse(JSON.stringify(document), (name, value) =>
    name === "description" && typeof value === "string" ? sayIds(value) : value,
  );
}
