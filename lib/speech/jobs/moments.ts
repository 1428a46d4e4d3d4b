import "server-only";
import { z } from "zod";
import { clock } from "@/lib/platform/clock";

const at = z.coerce.date();
const momentSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("fetched"), at, sizeBytes: z.number() }),
  z.object({ kind: z.literal("prepared"), at, parts: z.number() }),
  /** A step is tried again: a part has its number. */
  z.object({ kind: z.literal("retried"), at, part: z.number().nullable(), attempt: z.number(), code: z.string() }),
  z.object({ kind: z.literal("paused"), at, code: z.string() }),
  z.object({ kind: z.literal("continued"), at }),
  z.object({ kind: z.literal("ended"), at, done: z.number(), parts: z.number() }),
]);

/** Something that happened to a job, for its trace: its steps are deleted when it ends. */
export type Moment = z.infer<typeof momentSchema>;

type Without<Type, Key extends string> = Type extends unknown ? Omit<Type, Key> : never;

/** The parameter of `addMoment`. */
export const momentNow = (moment: Without<Moment, "at">): string => momentAt(clock.now(), moment);

export const momentAt = (at: Date | string, moment: Without<Moment, "at">): string => JSON.stringify({ ...moment, at });

/** More would only repeat themselves. */
const mostMoments = 100;

/** SQL: sets the column of a row of `long_jobs`, while it has room. */
export const addMoment = (parameter: string): string =>
  `moments = CASE WHEN jsonb_array_length(moments) < ${mostMoments} THEN moments || ${parameter}::jsonb ELSE moments END`;

/** Without those of another release. */
export const readMoments = (stored: unknown): Moment[] =>
  z
    .array(z.unknown())
    .parse(stored)
    .flatMap((moment) => momentSchema.safeParse(moment).data ?? []);
