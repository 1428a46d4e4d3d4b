import "server-only";
import type { Hono } from "hono";
import type { Caller } from "@/lib/access/principals/caller";
import { servicesOf } from "@/lib/access/principals/scopes";
import { type ApiEnv, requireScope } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { env } from "@/lib/platform/env";
import { createLongJob } from "@/lib/speech/jobs/create";
import {
  askAgainSeconds,
  cancelLongJob,
  describeLongJob,
  findLongJob,
  type LongJob,
  listLongJobs,
} from "@/lib/speech/jobs/jobs";
import { listChapters } from "@/lib/speech/jobs/texts/chapters";
import { prepareCallback } from "@/lib/webhooks/endpoints/callbacks";
import { followJob } from "@/lib/webhooks/streams/follow-job";
import type { ProcessState } from "./health";
import { respondToHead, respondWithEvents, streamOptions } from "./webhook-stream";

const answer = (job: LongJob) => ({
  body: describeLongJob(job),
  headers: {
    "cache-control": "no-store",
    ...(job.recordedAt === null && { "retry-after": String(askAgainSeconds(job)) }),
  },
});

/** Throws as `findLongJob`, and SCOPE_MISSING for a key without the scope of the job's kind. */
async function findOwn(caller: Caller, id: string): Promise<LongJob> {
  const job = await findLongJob(caller, id);
  requireScope(caller, `${job.service}:execute`);
  return job;
}

export function declareLongJobs(app: Hono<ApiEnv>, state: ProcessState): void {
  for (const operation of operations.createJob) {
    endpoint(app, operation, async (call) => {
      requireScope(call.caller, `${call.body.kind}:execute`);
      const sentUrl = call.body.callbackUrl ?? call.body.callback_url;
      const callbackUrl = sentUrl === undefined ? undefined : await prepareCallback(call.caller, sentUrl);
      const { job, isReplay } = await createLongJob(call.caller, call.body, { ...call, callbackUrl });
      const { body, headers } = answer(job);
      const location = `${env.url}/jobs/${job.id}`;
      const replayed = isReplay && { "idempotent-replayed": "true" };
      return { body, headers: { ...headers, location, "x-tracking-id": job.id, ...replayed } };
    });
  }
  for (const operation of operations.listJobs) {
    endpoint(app, operation, async ({ caller, query }) => ({
      body: await listLongJobs(caller, { ...query, services: servicesOf(caller.scopes) }),
      headers: { "cache-control": "no-store" },
    }));
  }
  for (const operation of operations.getJob) {
    endpoint(app, operation, async ({ caller, params: { id } }) => answer(await findOwn(caller, id)));
  }
  for (const operation of operations.streamJobEvents) {
    endpoint(app, operation, async (call) => {
      if (call.request.method === "HEAD") return respondToHead();
      await findOwn(call.caller, call.params.id);
      const events = await followJob(call.caller, call.params.id, streamOptions(call, state));
      // A client that has seen the end does not connect again after this.
      return events ? respondWithEvents(call, events) : new Response(null, { status: 204 });
    });
  }
  for (const operation of operations.getJobChapters) {
    endpoint(app, operation, async ({ caller, params: { id } }) => ({
      body: await listChapters(caller, id),
      headers: { "cache-control": "no-store", "x-ai-generated": "true" },
    }));
  }
  for (const operation of operations.cancelJob) {
    endpoint(app, operation, async ({ caller, params: { id } }) => {
      await findOwn(caller, id);
      return answer(await cancelLongJob(caller, id));
    });
  }
}
