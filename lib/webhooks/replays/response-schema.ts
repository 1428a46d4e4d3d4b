import { z } from "zod";
import { eventTypes } from "@/lib/access/events/schema";
import { deliveryStates, mostChosen, type ReplayRow, type Selection, timeSchema } from "./schema";

const range = {
  from: timeSchema(false).meta({ description: "docs.described.momentFrom" }),
  to: timeSchema(true).meta({ description: "docs.described.momentTo" }),
};

const ids = z
  .array(z.string().regex(/^dlv_[0-9a-v]{26}$/, "webhooks.replays.unknownDelivery"))
  .min(1)
  .max(mostChosen, "webhooks.replays.tooManyChosen")
  .optional()
  .meta({ description: "docs.described.replayIds" });

const filter = z
  .strictObject({
    state: z.enum(deliveryStates).optional().meta({ description: "docs.described.deliveryStateWanted" }),
    type: z.enum(eventTypes).optional().meta({ description: "docs.described.eventTypeWanted" }),
    q: z.string().max(100).optional().meta({ description: "docs.described.deliveryQuery" }),
    ...range,
  })
  .optional()
  .meta({ description: "docs.described.replayFilter" });

const missing = z.strictObject(range).optional().meta({ description: "docs.described.replayMissing" });

const failedSince = timeSchema(false).meta({ description: "docs.described.replayFailedSince" });

/** What an API request for a replay sends: one of the four. */
export const replayRequestSchema = z
  .strictObject({ ids, filter, failedSince, missing })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    path: ["filter"],
    error: "webhooks.replays.oneSelection",
  })
  .meta({ id: "NewReplay" });

export const selectionOf = (given: z.output<typeof replayRequestSchema>): Selection => {
  if (given.ids) return { ids: given.ids };
  if (given.missing) return { missing: given.missing };
  return { filter: given.filter ?? { state: "failed", from: given.failedSince } };
};

export const replaySchema = z
  .object({
    id: z.string().meta({ description: "docs.described.replayId" }),
    total: z.int().meta({ description: "docs.described.replayTotal" }),
    done: z.int().meta({ description: "docs.described.replayDone" }),
    state: z.enum(["running", "waiting", "finished", "canceled"]).meta({ description: "docs.described.replayState" }),
    createdAt: z.iso.datetime().meta({ description: "docs.described.replayCreated" }),
  })
  .meta({ id: "Replay" });

export const replayListSchema = z
  .object({ replays: z.array(replaySchema).meta({ description: "docs.described.replays" }) })
  .meta({ id: "ReplayList" });

export const answerReplay = ({ createdAt, ...replay }: ReplayRow): z.input<typeof replaySchema> => ({
  id: replay.id,
  total: replay.total,
  done: replay.done,
  state: replay.state,
  createdAt: createdAt.toISOString(),
});
