import type { z } from "zod";
import type { Refused } from "@/lib/api/client/speech";
import type { jobRequestSchema } from "@/lib/speech/jobs/schema";

/** What `POST /jobs` takes, as it is sent. */
export type JobOrder = z.input<typeof jobRequestSchema>;

/**
 * POST /uploads with all of a file. Throws when the network fails; a file that is so large that it has to be resumed is
 * not sent this way.
 */
export async function uploadWhole(
  file: File,
  secret: string,
  signal: AbortSignal,
): Promise<{ status: "uploaded"; uploadId: string } | Refused> {
  const name = btoa(String.fromCharCode(...new TextEncoder().encode(file.name)));
  const answer = await fetch("/uploads", {
    method: "POST",
    headers: {
      "x-api-key": secret,
      "tus-resumable": "1.0.0",
      "upload-length": String(file.size),
      "upload-metadata": `filename ${name}`,
      "content-type": "application/offset+octet-stream",
    },
    body: file,
    signal,
  });
  const body = await answer.json();
  return answer.ok ? { status: "uploaded", uploadId: body.uploadId } : { status: "refused", problem: body };
}

/** A request for a job as the playground sends it; its lists can be text, as in a form. */
type SentJob = Pick<JobOrder, "kind" | "modelId"> & Record<string, unknown>;

/**
 * POST /jobs, as a partner's program sends it. With `priceId` it is charged only by that price, the one on the page; sent
 * twice with one `idempotencyKey`, it is one job. Throws when the network fails.
 */
export async function createJob(
  order: SentJob,
  secret: string,
  { priceId, idempotencyKey }: { priceId?: string; idempotencyKey: string },
): Promise<{ status: "created"; jobId: string } | Refused> {
  const answer = await fetch("/jobs", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": secret,
      "idempotency-key": idempotencyKey,
      ...(priceId !== undefined && { "x-price-id": priceId }),
    },
    body: JSON.stringify(order),
  });
  const body = await answer.json();
  return answer.ok ? { status: "created", jobId: body.jobId } : { status: "refused", problem: body };
}
