import "server-only";
import type { CallbackEcho } from "@/lib/access/events/finished-job";
import type { Api } from "@/lib/access/principals/choices";
import type { RecognizedContent } from "@/lib/speech/content";
import { describeDeepgramFile } from "@/lib/speech/transcripts/deepgram";

/** What a finished job made, once that was looked up. */
export type VendorContent = {
  audioUrl?: string;
  /** Of speech that is sent itself, and not its link. */
  audio?: Uint8Array;
  recognized?: RecognizedContent | null;
};

/** What is known of a finished job: its event, and what it made. */
type Finished = {
  api?: Api | null;
  trackingId?: string;
  requestId?: string;
  modelId?: string;
  voiceId?: string | null;
  createdAt?: string;
  /** Of a long job. */
  secondsTotal?: number | null;
  /** Of a failed one. */
  code?: string;
  resultCode?: string | null;
  content?: VendorContent;
};

/** The request by which a vendor calls back. */
type Body = { type: string; body: string | Uint8Array };

const json = (value: object): Body => ({ type: "application/json", body: JSON.stringify(value) });

/** What programs for other vendors read at their callback URLs, by their documentation as of 2026-11. */
const bodies: Partial<Record<Api, (job: Finished, echo: CallbackEcho) => Body>> = {
  fpt: ({ content, code }) =>
    json({
      message: content?.audioUrl ?? (code ? `The speech failed: ${code}.` : "The audio has been deleted."),
      success: String(!!content),
    }),
  vbee: ({ trackingId, voiceId, createdAt, content }, echo) =>
    json({
      request_id: trackingId,
      voice_code: voiceId,
      ...echo,
      created_at: createdAt,
      progress: 100,
      status: content ? "SUCCESS" : "FAILURE",
      audio_link: content?.audioUrl,
    }),
  deepgram: ({ requestId = "", modelId = "", secondsTotal, createdAt, resultCode, content }, echo) => {
    const { audio, recognized } = content ?? {};
    if (audio) return { type: String(echo.type), body: audio };
    const about = { requestId, modelId, audioDuration: secondsTotal ?? 0, created: createdAt };
    if (recognized) return json(describeDeepgramFile(about, recognized, echo));
    const failure = resultCode ?? "RESULT_EXPIRED";
    return json({ request_id: requestId, err_code: failure, err_msg: failure });
  },
};

export const isVendorCallback = ({ api }: Finished): boolean => Boolean(api && bodies[api]);

/** The body of a callback in the vendor's shape; undefined for a job of our own API. */
export function vendorBody(payload: unknown, echo: CallbackEcho | null): Body | undefined {
  const job = payload as Finished;
  return (job.api && bodies[job.api])?.(job, echo ?? {});
}

/** The same as a log shows it, which does not keep what a job made. */
export function vendorBodyShown(payload: unknown, echo: CallbackEcho | null): string | undefined {
  const { api, code, requestId } = payload as Finished;
  if (api === "deepgram") return JSON.stringify({ request_id: requestId, results: "…" });
  return vendorBody({ ...(payload as object), ...(!code && { content: { audioUrl: "…" } }) }, echo)?.body as string;
}
