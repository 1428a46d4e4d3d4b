import type { KeyMode } from "@/lib/access/principals/mode";
import type { Said } from "@/lib/speech/history/by-request";
import type { Moment } from "@/lib/speech/jobs/moments";
import type { JobStatus } from "@/prisma/generated/client";

/** The key of a request, with its limits as they are now; null means the business's. */
export type TracedKey = {
  id: string;
  name: string;
  mode: KeyMode;
  /** The last characters of the secret that was sent; null if they are unknown. */
  hint: string | null;
  scopes: string[];
  requestsPerMinute: number | null;
  concurrentCalls: number | null;
  monthlyCapMilli: bigint | null;
};

/** `name` and `path`: for members alone, since a path can be a secret. Its query is never shown. */
type Endpoint = { endpointId: string; name: string | null; host: string; path: string; deliveryId: string };

export type TraceStep = { at: Date } & (
  | {
      kind: "received";
      call: string | null;
      api: string | null;
      characters: number | null;
      languageCode: string | null;
    }
  /** `key` is null for the playground, and for readers who cannot see keys. */
  | { kind: "key"; key: TracedKey | null; isPlayground: boolean }
  | { kind: "rejected"; code: string; field: string | null; said: Said | null; standsFor: number }
  | {
      kind: "engine";
      modelName: string;
      engine: string | null;
      voiceName: string | null;
      processingTimeMs: number;
      rulesVersion: string | null;
    }
  /** The first words of a live transcription were delivered. */
  | { kind: "firstWords"; finals: number }
  | { kind: "failed"; code: string; field: string | null; said: Said | null }
  | { kind: "result"; format: string | null; sizeBytes: bigint; durationSeconds: number; expiresAt: Date | null }
  | { kind: "money"; movement: string; amountMilli: bigint; price: TracedPrice | null }
  | { kind: "recorded" }
  | { kind: "deleted" }
  | { kind: "event"; type: string; eventId: string }
  | ({
      kind: "attempt";
      number: number;
      statusCode: number | null;
      error: string | null;
      durationMs: number;
    } & Endpoint)
  /** An attempt that is planned. */
  | ({ kind: "next" } & Endpoint)
  | JobMoment
);

/** What happened to a job that runs in the background. */
type JobMoment = Moment extends infer One ? (One extends unknown ? Omit<One, "at"> : never) : never;

export type TracedPrice = { priceVnd: number; unit: "1000_characters" | "second"; units: number; since: Date };

/** A request from its arrival to the last attempt of its webhooks, in the order of time. */
export type Trace = {
  /** The trackingId of a job, or the request ID of a rejected request. */
  id: string;
  requestId: string | null;
  service: "tts" | "stt" | null;
  region: string | null;
  status: JobStatus | "rejected";
  /** The error code, or a remark on a completed job. */
  code: string | null;
  steps: TraceStep[];
};

/** A trace as text, one line for each step, for a message to support. */
export function writeTrace({ steps, ...head }: Trace): string {
  const write = (value: unknown): string => {
    if (value instanceof Date) return value.toISOString();
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  const lines = steps.map(({ at, kind, ...facts }) => {
    const written = Object.entries(facts).filter(([name, value]) => name !== "said" && value !== null && value !== "");
    return [at.toISOString(), kind, ...written.map(([name, value]) => `${name}=${write(value)}`)].join(" ");
  });
  const named = Object.entries(head).filter(([, value]) => value !== null);
  return [...named.map(([name, value]) => `${name}: ${value}`), "", ...lines].join("\n");
}
