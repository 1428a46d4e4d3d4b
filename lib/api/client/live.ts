import type { Refused } from "@/lib/api/client/speech";
import type { Problem } from "@/lib/api/problem";

/** The messages of a live transcription, as far as a page shows them. Times are seconds from the start of the sound. */
export type LiveMessage =
  | { type: "ready"; trackingId: string }
  | { type: "partial"; text: string }
  | { type: "final"; text: string; end: number; words: readonly { end: number }[] }
  | { type: "warning"; code: LiveWarning; message: string; messageVi: string }
  | { type: "error"; problem: Problem }
  | { type: "done"; trackingId: string; chargeVnd: number; audioSeconds: number };

export type LiveWarning = "CREDIT_ENDS" | "IDLE" | "TOO_FAST" | "SESSION_ENDS" | "RESTART";

type Wanted = {
  /** Another region's URL, or empty. */
  base: string;
  modelId: string;
  sampleRate: number;
  longestSeconds: number;
  fields: Readonly<Record<string, string>>;
};

/**
 * Opens a live transcription of 16-bit samples, as a partner's page does it: by a token. Whether the session is accepted
 * is its first message, `ready` or `error`. Throws when the network fails.
 */
export async function openLive(
  secret: string,
  { base, modelId, sampleRate, longestSeconds, fields }: Wanted,
): Promise<{ status: "opened"; socket: WebSocket } | Refused> {
  const answer = await fetch(`${base}/stt/live/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": secret },
    body: JSON.stringify({ maxSessionSeconds: longestSeconds }),
  });
  if (!answer.ok) return { status: "refused", problem: await answer.json() };
  const { token } = await answer.json();
  const query = new URLSearchParams({ ...fields, modelId, sampleRate: String(sampleRate) });
  const url = `${(base || location.origin).replace(/^http/, "ws")}/stt/live?${query}`;
  return { status: "opened", socket: new WebSocket(url, ["vang.live.v1", `vang.token.${token}`]) };
}
