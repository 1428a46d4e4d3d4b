import { z } from "zod";
import { eventDefinitions, eventGroups, said } from "./catalog";

type Definition = (typeof eventDefinitions)[number];

export type EventType = Definition["type"];

type Schemas = { [Each in Definition as Each["type"]]: Each["payload"] };

export type Payload<Type extends EventType> = z.infer<Schemas[Type]>;

export const eventTypes = eventDefinitions.map(({ type }) => type);

/** Stand for all types, also those to come, and for all of one prefix. */
export const eventPatterns = ["*", ...new Set(eventTypes.map((type) => prefixOf(type)))] as const;

export type EventPattern = EventType | (typeof eventPatterns)[number];

function prefixOf(type: EventType): `${string}.*` {
  return `${type.slice(0, type.indexOf("."))}.*`;
}

export const expandTypes = (patterns: readonly string[]): EventType[] =>
  eventTypes.filter((type) => ["*", prefixOf(type), type].some((pattern) => patterns.includes(pattern)));

export const eventTypesByGroup = eventGroups.map((group) => ({
  group,
  types: eventDefinitions.filter((definition) => definition.group === group).map(({ type }) => type),
}));

export const patternsOf = (types: readonly EventType[]): string[] => [...new Set(types.map(prefixOf))];

export const payloadSchemas = Object.fromEntries(
  eventDefinitions.map(({ type, payload }) => [type, payload]),
) as Schemas;

export const examplePayloads = Object.fromEntries(eventDefinitions.map(({ type, example }) => [type, example])) as {
  [Type in EventType]: Payload<Type>;
};

/** Those whose payload holds the balance: a stream sends them only to a key that may read it. */
export const balanceEvents: readonly string[] = eventDefinitions
  .filter((definition) => definition.hasBalance)
  .map(({ type }) => type);

/** For all payloads: increased when a field is removed or changes its meaning, not when one is added. */
export const schemaVersion = 1;

/** The body that is sent for an event of a type. */
export const eventSchemaOf = <Type extends EventType>(type: Type) =>
  z.object({
    id: said(z.string(), "eventId"),
    type: said(z.literal(type), "eventType"),
    timestamp: said(z.iso.datetime(), "eventTimestamp"),
    businessId: said(z.string(), "businessId"),
    schemaVersion: said(z.literal(schemaVersion), "eventSchemaVersion"),
    sequence: said(z.int().min(1).max(2_147_483_647), "eventSequence"),
    isTest: said(z.boolean(), "eventIsTest"),
    livemode: said(z.boolean(), "eventLivemode"),
    data: said(payloadSchemas[type], "eventData"),
  });
