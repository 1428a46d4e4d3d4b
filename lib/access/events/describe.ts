import { z } from "zod";
import { type EventType, eventSchemaOf, examplePayloads, schemaVersion } from "./schema";

/** The schema's name in the OpenAPI document: `TtsCompletedEvent`. */
export const schemaNameOf = (type: EventType): string =>
  [...type.split("."), "event"].map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");

export const descriptionOf = (type: EventType): string => `webhooks.eventHints.${type}`;

/** It allows other fields, because versions of Vang add some without a new schema version. */
export function jsonSchemaOf(type: EventType) {
  const { $schema: _, ...schema } = z.toJSONSchema(eventSchemaOf(type), { io: "input" });
  return { title: `${type} v${schemaVersion}`, ...schema, description: descriptionOf(type) };
}

export const exampleEventOf = (type: EventType) => ({
  id: "evt_01k7tmk4a1b5c9d3f7g0h2j4ka",
  type,
  timestamp: "2026-11-20T02:15:04.731Z",
  businessId: "biz_01k7s0a2b4c6d8f1g3h5j7k9ma",
  schemaVersion,
  sequence: 1,
  isTest: type === "webhook.test",
  livemode: type !== "webhook.test",
  data: examplePayloads[type],
});
