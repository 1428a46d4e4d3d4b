import "server-only";
import { descriptionOf, exampleEventOf, schemaNameOf } from "@/lib/access/events/describe";
import { type EventType, eventTypes } from "@/lib/access/events/schema";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { type ReferenceField, readReference } from "./reference";

/** A type of event as its documentation shows it. */
export type ReferenceEvent = {
  type: EventType;
  description: string;
  /** The fields of its `data`. */
  fields: ReferenceField[];
  example: string;
};

const dataOf = "data.";

/** All types of events, and the fields that all of them have. */
export function readEvents(locale: Locale): { common: ReferenceField[]; events: ReferenceEvent[] } {
  const { schemas } = readReference(locale);
  const fieldsOf = (type: EventType) => schemas.find(({ name }) => name === schemaNameOf(type))?.fields ?? [];
  const common = fieldsOf("webhook.test").filter(({ name }) => !name.startsWith(dataOf));
  return {
    common: common.map((field) => (field.name === "type" ? { ...field, type: "string" } : field)),
    events: eventTypes.map((type) => ({
      type,
      description: translate(locale, descriptionOf(type)),
      fields: fieldsOf(type)
        .filter(({ name }) => name.startsWith(dataOf))
        .map((field) => ({ ...field, name: field.name.slice(dataOf.length) })),
      example: JSON.stringify(exampleEventOf(type), null, 2),
    })),
  };
}
