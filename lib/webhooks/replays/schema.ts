import { z } from "zod";
import { eventTypes } from "@/lib/access/events/schema";
import { days } from "@/lib/platform/clock";

export const deliveryStates = ["waiting", "succeeded", "failed", "held", "canceled"] as const;

/** Deliveries of one replay that are chosen one by one. */
export const mostChosen = 1000;

/** Conditions on an endpoint's deliveries; tests are never among them. Missing ones match everything. */
export type DeliveryFilter = {
  state?: (typeof deliveryStates)[number];
  type?: string;
  /** The id of what the event is about, such as a trackingId, or of the event or the delivery. */
  q?: string;
  /** When the event was made; `to` is not included. */
  from?: Date;
  to?: Date;
};

export type Selection =
  | { ids: readonly string[] }
  | { filter: DeliveryFilter }
  /** The events that have no delivery, because they are older than the endpoint or its subscription. */
  | { missing: { from?: Date; to?: Date } };

const endpointId = z.string().regex(/^whk_[0-9a-v]{26}$/, "webhooks.replays.unknownEndpoint");
const deliveryId = z.string().regex(/^dlv_[0-9a-v]{26}$/, "webhooks.replays.unknownDelivery");

const orNothing = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z
    .string()
    .trim()
    .prefault("")
    .transform((text) => text || undefined)
    .pipe(schema.optional());

/** A day or a minute in Vietnam, or an ISO timestamp. A day that ends a range belongs to it. */
export const timeSchema = (isEnd: boolean) =>
  orNothing(
    z
      .string()
      .regex(/^2\d{3}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/, "webhooks.replays.timeInvalid")
      .transform((text) => {
        if (text.length === 10) return new Date(+new Date(`${text}T00:00:00+07:00`) + (isEnd ? days(1) : 0));
        return new Date(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}+07:00`);
      })
      .refine((time) => !Number.isNaN(time.getTime()), "webhooks.replays.timeInvalid"),
  );

const filterFields = {
  state: orNothing(z.enum(deliveryStates)),
  type: orNothing(z.enum(eventTypes)),
  q: orNothing(z.string().max(100)),
  from: timeSchema(false),
  to: timeSchema(true),
};

/** `chosen` sends `ids`, `matching` what the rest matches: explicit, so that an empty form does not send everything. */
export const newReplaySchema = z
  .object({
    endpointId,
    which: z.enum(["chosen", "matching"]),
    ids: z.array(deliveryId).max(mostChosen, "webhooks.replays.tooManyChosen").prefault([]),
    ...filterFields,
  })
  .transform(({ endpointId: endpoint, which, ids, ...filter }) => ({
    endpointId: endpoint,
    selection: (which === "chosen" ? { ids } : { filter }) satisfies Selection,
  }));

export const replayIdSchema = z.object({
  id: z.string().regex(/^rpl_[0-9a-v]{26}$/, "webhooks.replays.unknown"),
});

export type ReplayRow = {
  id: string;
  /** Deliveries that matched when it was requested, and those sent again so far. */
  total: number;
  done: number;
  /** `waiting` while its endpoint is paused or disabled. */
  state: "running" | "waiting" | "finished" | "canceled";
  createdAt: Date;
};
