import { z } from "zod";
import { AppError } from "@/lib/platform/errors";

/**
 * The client's key for a call, with the digest of the request. `repeats` is set where the key was derived from the
 * request: sent for the first time, it is a new job even if an equal one ran before; sent again, it waits for what runs
 * until `until` (by `performance.now()`) or until `signal` ends it.
 */
export type Idempotency = {
  key: string;
  fingerprint: string;
  repeats?: "first" | "again";
  until?: number;
  signal?: AbortSignal;
};

/** Throws IDEMPOTENCY_KEY_INVALID unless the header has 1 to 255 printable ASCII characters. */
export function readIdempotencyKey(header: string | null | undefined): string | undefined {
  if (header === null || header === undefined) return undefined;
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(header)) throw new AppError("IDEMPOTENCY_KEY_INVALID");
  return header;
}

/** A run of the playground, which names its requests itself; the tracking ID once the page knows it. */
export const wantedRunSchema = z.object({
  service: z.enum(["tts", "stt"]),
  key: z.string().regex(/^playground-[0-9a-f-]{36}$/),
  trackingId: z
    .string()
    .regex(/^(?:tts|stt)_[0-9a-z]{1,40}$/)
    .optional(),
});

export type WantedRun = z.infer<typeof wantedRunSchema>;
