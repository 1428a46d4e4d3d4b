import { z } from "zod";
import { eventPatterns, eventTypes, schemaVersion } from "@/lib/access/events/schema";

export const securityTypes = ["none", "api_key", "header"] as const;

export type SecurityType = (typeof securityTypes)[number];

/** Most endpoints of a business that an operator can allow. */
export const highestLimit = 100;

/** Endpoints that a business creates in 24 hours, deleted ones included. */
export const mostCreationsADay = 30;

export const maxDescriptionLength = 200;
export const maxHeaderValueLength = 1000;
export const maxRatePerSecond = 100;

/** Headers that belong to the connection, to the body or to us. */
const reservedHeaders =
  /^(host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|user-agent|accept-encoding|cookie|set-cookie|date|via|http2-settings|(content|webhook|proxy)-.*)$/i;

/** Whether it is a token (RFC 9110 section 5.6.2) that a partner may name a header of a delivery. */
export const isHeaderName = (name: string): boolean =>
  /^[a-z\d][a-z\d!#$%&'*+.^_`|~-]{0,99}$/i.test(name) && !reservedHeaders.test(name);

/** Visible ASCII, with spaces inside only. */
export const isHeaderValue = (value: string): boolean =>
  value.length <= maxHeaderValueLength && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value);

const description = z
  .string()
  .trim()
  .max(maxDescriptionLength, "webhooks.descriptionTooLong")
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "webhooks.descriptionInvalid")
  .transform((text) => text.normalize("NFC"))
  .meta({ description: "docs.described.webhookDescription", example: "Production server" });

const url = z
  .string()
  .trim()
  .min(1, "webhooks.urlMissing")
  .meta({ description: "docs.described.webhookUrl", example: "https://example.com/webhooks/vang" });

const events = z
  .array(z.enum([...eventTypes, ...eventPatterns]))
  .min(1, "webhooks.eventsMissing")
  .max(eventTypes.length + eventPatterns.length, "webhooks.eventsInvalid")
  .meta({ description: "docs.described.webhookEvents", example: ["tts.completed"] });

const ratePerSecond = z
  .int()
  .min(1, "webhooks.rateInvalid")
  .max(maxRatePerSecond, "webhooks.rateInvalid")
  .nullable()
  .meta({ description: "docs.described.ratePerSecond", example: 10 });

/** Most keys that an endpoint is limited to. */
const mostKeys = 50;

const keys = z
  .array(z.string().regex(/^key_[0-9a-v]{26}$/, "webhooks.keysInvalid"))
  .max(mostKeys, "webhooks.keysInvalid")
  .meta({ description: "docs.described.webhookKeys", example: [] });

const ordered = z.boolean().meta({ description: "docs.described.webhookOrdered", example: false });

export const deliveryOptions = ["ordered", "content"] as const;

const content = z.boolean().meta({ description: "docs.described.webhookContent", example: false });

const version = z.literal(schemaVersion).meta({ description: "docs.described.schemaVersion" });

const securityFields = {
  type: z.enum(securityTypes).meta({ description: "docs.described.securityType" }),
  name: z.string().optional().meta({ description: "docs.described.securityName", example: "X-Hook-Token" }),
  value: z.string().optional().meta({ description: "docs.described.securityValue", example: "s3cret" }),
};

type Security = { type: SecurityType; name?: string; value?: string };

/** With a `value` that may be missing where the stored one is kept. */
const securityOf = ({ isKept }: { isKept: boolean }) =>
  z
    .strictObject(securityFields)
    .superRefine(({ type, name, value }: Security, context) => {
      const add = (field: string, message: string) =>
        context.addIssue({ code: "custom", message: `webhooks.${message}`, path: [field] });
      if (type === "none") {
        if (name !== undefined || value !== undefined) add(name === undefined ? "value" : "name", "headerUnused");
        return;
      }
      if (!name) add("name", "headerNameMissing");
      else if (!isHeaderName(name)) add("name", "headerNameInvalid");
      if (value === undefined ? !isKept : !isHeaderValue(value))
        add("value", value === undefined ? "headerValueMissing" : "headerValueInvalid");
    })
    .meta({ description: "docs.described.webhookSecurity" });

export const newEndpointSchema = z
  .strictObject({
    url,
    description: description.prefault(""),
    events,
    keys: keys.prefault([]),
    security: securityOf({ isKept: false }).prefault({ type: "none" }),
    ratePerSecond: ratePerSecond.prefault(null),
    ordered: ordered.prefault(false),
    content: content.prefault(false),
    schemaVersion: version.prefault(schemaVersion),
  })
  .meta({ id: "NewWebhook" });

/** What changes of an endpoint; the rest stays. */
const endpointChangeSchema = z
  .strictObject({
    url,
    description,
    events,
    keys,
    security: securityOf({ isKept: true }),
    ratePerSecond,
    ordered,
    content,
    schemaVersion: version,
  })
  .partial();

export const endpointUpdateSchema = endpointChangeSchema
  .extend({ paused: z.boolean().optional().meta({ description: "docs.described.webhookPaused", example: true }) })
  .meta({ id: "WebhookUpdate" });

export type NewEndpoint = z.output<typeof newEndpointSchema>;
export type EndpointChange = z.output<typeof endpointChangeSchema>;
export type EndpointUpdate = z.output<typeof endpointUpdateSchema>;

const formFields = z.object({
  url,
  description: description.prefault(""),
  // A checklist with nothing checked sends nothing at all.
  events: events.prefault([]),
  securityType: z.enum(securityTypes).prefault("none"),
  headerName: z.string().trim().prefault(""),
  /** Named so that a rejected form does not send it back. */
  headerSecret: z.string().trim().prefault(""),
  /** Empty for no limit. */
  ratePerSecond: z
    .string()
    .trim()
    .prefault("")
    .refine((text) => text === "" || (/^\d{1,3}$/.test(text) && +text >= 1 && +text <= maxRatePerSecond), {
      error: "webhooks.rateInvalid",
    }),
  options: z.array(z.enum(deliveryOptions)).prefault([]),
});

type Form = z.output<typeof formFields>;

// Also while another field is invalid, so that a form gets the errors of all its fields at once.
const always = { when: () => true };

const hasName = ({ securityType, headerName }: Form) => securityType === "none" || headerName !== "";

const needsName = (form: Form) => form.securityType === "none" || !hasName(form) || isHeaderName(form.headerName);

const hasValue = ({ securityType, headerSecret }: Form) => securityType === "none" || headerSecret !== "";

/** An empty one is missing in a new endpoint, and kept in another. */
const needsValue = ({ securityType, headerSecret }: Form) =>
  securityType === "none" || headerSecret === "" || isHeaderValue(headerSecret);

function settingsOf({
  securityType,
  headerName,
  headerSecret,
  ratePerSecond,
  options,
  ...rest
}: Form): Omit<NewEndpoint, "keys"> {
  const security =
    securityType === "none"
      ? { type: securityType }
      : { type: securityType, name: headerName, value: headerSecret || undefined };
  return {
    ...rest,
    security,
    schemaVersion,
    ordered: options.includes("ordered"),
    content: options.includes("content"),
    ratePerSecond: ratePerSecond === "" ? null : Number(ratePerSecond),
  };
}

const headerName = { path: ["headerName"], error: "webhooks.headerNameInvalid", ...always };
const noName = { ...headerName, error: "webhooks.headerNameMissing" };
const headerSecret = { path: ["headerSecret"], error: "webhooks.headerValueInvalid", ...always };
const noValue = { ...headerSecret, error: "webhooks.headerValueMissing" };

/** A new endpoint from a form, whose fields are flat and text. */
export const newEndpointFormSchema = formFields
  .refine(hasName, noName)
  .refine(hasValue, noValue)
  .refine(needsName, headerName)
  .refine(needsValue, headerSecret)
  .transform((form): NewEndpoint => ({ ...settingsOf(form), keys: [] }));

export const endpointSchema = z.object({ id: z.string().regex(/^whk_[0-9a-v]{26}$/, "webhooks.unknown") });

/** An empty header value keeps the stored one. */
export const editEndpointFormSchema = formFields
  .extend(endpointSchema.shape)
  .refine(hasName, noName)
  .refine(needsName, headerName)
  .refine(needsValue, headerSecret)
  .transform(({ id, ...form }) => ({ id, ...settingsOf(form) }));

/** From the most to the least serious; `failing`: active, but its last attempts failed. */
export const endpointStatuses = ["disabled", "paused", "failing", "active"] as const;

export type EndpointStatus = (typeof endpointStatuses)[number];
