import { descriptionOf, exampleEventOf, jsonSchemaOf, schemaNameOf } from "@/lib/access/events/describe";
import { type EventType, eventTypes } from "@/lib/access/events/schema";

const headers = [
  { name: "webhook-id", schema: { type: "string" }, description: "docs.described.eventId" },
  { name: "webhook-timestamp", schema: { type: "integer" }, description: "docs.described.eventAttemptTime" },
  { name: "webhook-signature", schema: { type: "string" }, description: "docs.described.eventSignature" },
].map((header) => ({ ...header, in: "header", required: true }));

const receive = (type: EventType) => ({
  post: {
    operationId: `receive${schemaNameOf(type)}`,
    summary: type,
    description: descriptionOf(type),
    security: [],
    parameters: headers,
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

/** The requests that we send, as OpenAPI's `webhooks`, by type of event. */
export const describeWebhooks = () => Object.fromEntries(eventTypes.map((type) => [type, receive(type)]));

/** The schemas of their bodies. */
export const eventSchemas = () =>
  Object.fromEntries(eventTypes.map((type) => [schemaNameOf(type), jsonSchemaOf(type)]));
