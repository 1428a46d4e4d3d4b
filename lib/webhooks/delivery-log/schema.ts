import { z } from "zod";
import { looseText } from "@/lib/platform/loose-text";
import { urlParameter } from "@/lib/platform/url-parameter";

export const deliveryStates = ["waiting", "succeeded", "failed", "held", "canceled"] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** A minute on Vietnam's clock, as the browser's field for date and time sends it. */
const minute = urlParameter(
  z
    .string()
    .regex(/^2\d{3}-\d\d-\d\dT\d\d:\d\d$/)
    .refine((text) => !Number.isNaN(Date.parse(`${text}:00+07:00`))),
);

export const deliveryFilterSchema = z.object({
  /** The id of what the event is about, such as a trackingId, or of the event or the delivery. */
  q: looseText,
  state: urlParameter(z.enum(deliveryStates)),
  type: looseText,
  /** When the event happened: from this minute to before that one. */
  from: minute,
  to: minute,
});

/** The log page's query parameters; invalid ones are ignored. */
export const deliveriesAddressSchema = deliveryFilterSchema.extend({ cursor: urlParameter(z.string()) });

export type DeliveryFilter = z.infer<typeof deliveryFilterSchema>;
export type DeliveriesAddress = z.infer<typeof deliveriesAddressSchema>;

/** How long the figures of an endpoint's page go back. */
export const spans = ["day", "week"] as const;

export type Span = (typeof spans)[number];

export const spanSchema = z.enum(spans).catch("day");
