import "server-only";
import type { Api } from "@/lib/access/principals/choices";

/** What is known of a finished speech: its event, and a link to its audio once that was looked up. */
type Finished = {
  api?: Api | null;
  trackingId?: string;
  voiceId?: string | null;
  createdAt?: string;
  content?: { audioUrl?: string };
};

/**
 * What programs for FPT.AI and Vbee read at their callback URLs, by docs.fpt.ai and api-docs.vbee.vn, as of 2026-11. They
 * call these APIs for speech alone, which is made before the callback.
 */
const bodies: Partial<Record<Api, (job: Finished) => object>> = {
  fpt: ({ content }) => ({ message: content?.audioUrl ?? "The audio has been deleted.", success: String(!!content) }),
  vbee: ({ trackingId, voiceId, createdAt, content }) => ({
    request_id: trackingId,
    voice_code: voiceId,
    created_at: createdAt,
    progress: 100,
    status: content ? "SUCCESS" : "FAILURE",
    audio_link: content?.audioUrl,
  }),
};

export const isVendorCallback = ({ api }: Finished): boolean => Boolean(api && bodies[api]);

/** The body of a callback in the vendor's shape; undefined for a job of our own API. */
export function vendorBody(payload: unknown): string | undefined {
  const job = payload as Finished;
  const describe = job.api && bodies[job.api];
  return describe ? JSON.stringify(describe(job)) : undefined;
}
