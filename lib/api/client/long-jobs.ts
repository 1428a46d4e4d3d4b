import type { Refused } from "@/lib/api/client/speech";
import type { JobRequest } from "@/lib/speech/jobs/schema";

/** A request for a job as it is sent; lists can be text, as in a form. */
type SentJob = Pick<JobRequest, "kind" | "uploadId" | "modelId"> & Record<string, unknown>;

/** `id` is its Idempotency-Key: sent again, it finds the same job. Throws when the network fails. */
export async function createJob(
  body: SentJob,
  { id, secret }: { id: string; secret: string },
): Promise<{ status: "created"; jobId: string } | Refused> {
  const response = await fetch("/jobs", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": secret, "idempotency-key": id },
    body: JSON.stringify(body),
  });
  const made = await response.json();
  return response.ok ? { status: "created", jobId: made.jobId } : { status: "refused", problem: made };
}
