import { ProviderError, rejection } from "@/lib/engines/provider";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import type { UpstreamResponse } from "./upstream";

const longestWords = 300;
const longestPauseMs = minutes(1);

/** The caller can fix the cause of these, so they get the engine's message. */
const rejecting = new Set([400, 404, 413, 415, 422]);
const busy = new Set([408, 429, 503]);

/** The error for a status that is not 2xx, else null. `apiKey` is removed from the message. */
export function failureOf(reply: UpstreamResponse, apiKey = ""): ProviderError | null {
  const { status } = reply;
  if (status >= 200 && status < 300) return null;
  if (rejecting.has(status)) return rejected(reply, apiKey);
  if (busy.has(status)) {
    return new ProviderError("busy", `The engine answered ${status}.`, { retryAfterMs: retryAfterOf(reply) });
  }
  // A redirect, an invalid key, an unpaid bill: the operator has to act, and a retry does not help.
  return new ProviderError("broken", `The engine answered ${status}.`, { retryable: status >= 500 });
}

/** Milliseconds from now, at most a minute. */
function retryAfterOf({ headers }: UpstreamResponse): number | undefined {
  const value = String(headers["retry-after"] ?? "");
  const ms = /^\d+$/.test(value) ? seconds(Number(value)) : Date.parse(value) - clock.now().getTime();
  return Number.isNaN(ms) ? undefined : Math.min(longestPauseMs, Math.max(0, ms));
}

/** Uses the engine's message, in any of the shapes these servers use, shortened and without keys. */
function rejected({ bytes }: UpstreamResponse, apiKey: string): ProviderError {
  const words = findWords(parse(bytes));
  if (words === undefined) return rejection({ message: "speech.rejectedSilently" });
  const visible = apiKey ? words.replaceAll(apiKey, "[hidden]") : words;
  const clean = visible
    .replace(/\b(sk|key|Bearer)[-_ ][\w.*-]{6,}/gi, "[hidden]")
    .replace(/https?:\/\/\S+/g, "[link]")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const short = clean.length > longestWords ? `${clean.slice(0, longestWords - 1).toWellFormed()}…` : clean;
  return new ProviderError("rejected", short);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

// {"error":{"message"}}, {"error":""}, {"detail":""}, {"detail":{"message"}}, {"detail":[{"loc":["body","speed"],"msg"}]}
function findWords(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  if (Array.isArray(value)) return findWords(value[0]);
  if (typeof value !== "object" || value === null) return undefined;
  const { error, detail, message, msg, loc } = value as Record<string, unknown>;
  if (typeof msg === "string" && Array.isArray(loc)) return `${loc.at(-1)}: ${msg}`;
  return findWords(message) ?? findWords(error) ?? findWords(detail) ?? findWords(msg);
}
