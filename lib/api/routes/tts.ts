import "server-only";
import type { Hono } from "hono";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import type { ApiEnv } from "@/lib/api/authenticate";
import { chargeHeaders, remarkHeaders, resultHeaders } from "@/lib/api/charge-headers";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { describeError } from "@/lib/api/problem";
import {
  audioType,
  openSpeech,
  requireOpenStream,
  type Speech,
  sendStream,
  speechHeaders,
} from "@/lib/api/send-speech";
import { formatMilli } from "@/lib/platform/amounts";
import { clock } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { objectStore } from "@/lib/platform/objects/open";
import { alignerOf, describeTimes, type KeptTimes, sourceOf, timesSpoken } from "@/lib/speech/alignment";
import { answerTts } from "@/lib/speech/answer";
import type { Ran } from "@/lib/speech/call";
import { type Kept, readSpoken } from "@/lib/speech/content";
import { findJob, notKept } from "@/lib/speech/history/lookup";
import { previewReading, takePreview } from "@/lib/speech/preview-reading";
import {
  changePronunciations,
  listPronunciations,
  removePronunciation,
  savePronunciation,
} from "@/lib/speech/pronunciations/own-reading";
import type { TimestampKind } from "@/lib/speech/schema";
import { streamSpeech } from "@/lib/speech/stream";
import { synthesize } from "@/lib/speech/synthesize";
import { sendAudio } from "./audio";
import { erase, sendReceipt } from "./erase";

const unkept = { "cache-control": "no-store" };

/** Speech: made, streamed, previewed, looked up, downloaded by trackingId and deleted, and how words are pronounced. */
export function declareTts(app: Hono<ApiEnv>): void {
  for (const operation of operations.createSpeech) {
    endpoint(app, operation, async ({ caller, body, ignored, ...arrival }) => {
      const ran = await synthesize(caller, body, arrival);
      ignored.push(...ran.remarks.ignored);
      const headers = { ...chargeHeaders(ran, ran.engine), ...remarkHeaders(ran.remarks), "x-ai-generated": "true" };
      const times = await timesWanted(ran.finished, body.timestamps, ran.times);
      return { body: answerTts(await requireAudio(ran), times), headers };
    });
  }
  for (const operation of operations.createSpeechStream) {
    endpoint(app, operation, async ({ caller, body, request, outgoing, ignored, ...arrival }) => {
      requireOpenStream(caller);
      const begun = await streamSpeech(caller, body, arrival);
      ignored.push(...begun.remarks.ignored);
      const speech = await openSpeech(begun);
      const isEvents = request.headers.get("accept")?.includes("text/event-stream") ?? false;
      const headers = {
        ...speechHeaders(speech, begun.engine),
        ...remarkHeaders(begun.remarks),
        "content-type": isEvents ? "text/event-stream" : audioType(body),
      };
      if (!isEvents && body.timestamps) ignored.push("timestamps");
      const parts = isEvents ? speechEvents(speech, arrival.requestId, body.timestamps) : speech.read();
      return sendStream(speech, parts, { caller, outgoing, headers });
    });
  }
  for (const operation of operations.getSpeech) {
    endpoint(app, operation, async ({ caller, query }) => {
      const job = await findTtsJob(caller, query.id);
      const times = await timesWanted(job, query.timestamps);
      return { body: answerTts(job, times), headers: { ...resultHeaders(job), "x-ai-generated": "true" } };
    });
  }
  // Free, so it is limited by number.
  for (const operation of operations.previewReading) {
    endpoint(app, operation, async ({ caller, body, ignored }) => {
      await takePreview(caller);
      const preview = await previewReading(caller.businessId, body, caller.mode);
      ignored.push(...preview.ignored);
      const { warnings } = preview;
      const remarks: Record<string, string> = warnings.length > 0 ? { "x-text-warnings": warnings.join(", ") } : {};
      return { body: preview, headers: { ...unkept, ...remarks } };
    });
  }
  for (const operation of operations.listPronunciations) {
    endpoint(app, operation, async ({ caller }) => {
      return { body: { pronunciations: await listPronunciations(caller) }, headers: unkept };
    });
  }
  for (const operation of operations.savePronunciation) {
    endpoint(app, operation, async ({ caller, body }) => {
      await savePronunciation(caller, body);
      return { body, headers: unkept };
    });
  }
  for (const operation of operations.changePronunciations) {
    endpoint(app, operation, async ({ caller, body }) => {
      return { body: await changePronunciations(caller, body), headers: unkept };
    });
  }
  for (const operation of operations.deletePronunciation) {
    endpoint(app, operation, async ({ caller, query: { written } }) => {
      return { body: { written, removed: await removePronunciation(caller, written) }, headers: unkept };
    });
  }
  for (const operation of operations.getSpeechAudio) {
    endpoint(app, operation, async ({ caller, params, request }) => {
      const job = await findTtsJob(caller, params.trackingId, "trackingId");
      return sendAudio(job.audioObject, request);
    });
  }
  for (const operation of operations.deleteSpeech) {
    endpoint(app, operation, ({ caller, query }) => erase(caller, "tts", query.id));
  }
  for (const operation of operations.getSpeechReceipt) {
    endpoint(app, operation, ({ caller, query }) => sendReceipt(caller, "tts", query.id));
  }
  for (const operation of operations.deleteSpeechAlias) {
    endpoint(app, operation, ({ caller, params }) => erase(caller, "tts", params.trackingId, "trackingId"));
  }
}

/** The times of a job's text as they are wanted; null where they were not kept, and undefined without a wish. */
async function timesWanted(
  job: { trackingId: string; expiresAt: string | Date } & Pick<Kept, "region" | "audioObject" | "contentObject">,
  kind: TimestampKind | undefined,
  made?: KeptTimes,
) {
  if (!kind) return undefined;
  const kept = made ?? (await readSpoken({ ...job, expiresAt: new Date(job.expiresAt), deletedAt: null }))?.times;
  return kept ? describeTimes(kept, kind) : null;
}

/**
 * Audio as it is made, the times of its words, and on request of the text as it is written, and at the end the response
 * of `/tts`, or why there is none.
 */
async function* speechEvents({ begun, read, words, ran }: Speech, requestId: string, kind?: TimestampKind) {
  const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const align = kind && "file" in begun ? alignerOf(begun.as) : null;
  let [sequence, named, aligned] = [0, 0, 0];
  try {
    for await (const chunk of read()) {
      for (; named < words.length; named++) yield event("mark", words[named] as object);
      const written = align?.(words).written;
      if (kind && written && written.known > aligned) {
        yield event("alignment", describeTimes({ ...written, source: sourceOf(words) }, kind, aligned, written.known));
        aligned = written.known;
      }
      yield event("audio", { sequence: sequence++, audio: Buffer.from(chunk).toString("base64") });
    }
    const { finished } = await ran;
    const chargeVnd = Number(formatMilli(BigInt(finished.amountMilli)));
    const made = "file" in begun ? timesSpoken(begun.as, words) : undefined;
    const times = await timesWanted(finished, kind, made);
    yield event("done", { ...describeStream(finished, times), chargeVnd });
  } catch (error) {
    yield event("error", describeError(error instanceof AppError ? error : new AppError("INTERNAL"), requestId));
  }
}

/** As the response of `/tts`; without a link where nothing was kept. */
function describeStream(finished: FinishedJob, times: Awaited<ReturnType<typeof timesWanted>>) {
  if (!finished.keepsNothing) return answerTts(withAudio(finished), times);
  return { ...answerTts({ ...finished, audioObject: "" }, times), audioUrl: null };
}

/** Throws what `findJob` throws, and RESULT_EXPIRED once the audio has expired. */
export async function findTtsJob(caller: Caller, trackingId: string, param = "id") {
  const job = await findJob(caller, "tts", trackingId, param);
  // Checked here and not by the sweeper, so that the expiry is exact.
  if (job.expiresAt <= clock.now()) throw new AppError("RESULT_EXPIRED", { param });
  return withAudio(job, param);
}

/** The job of a request, or of the one that it repeats, whose audio can have been fetched and erased by then. */
export async function requireAudio({ finished, isReplay }: Ran) {
  const job = withAudio(finished);
  if (isReplay && job.keepsNothing && !(await objectStore().open(job.audioObject))) throw notKept();
  return job;
}

export function withAudio<Job extends { audioObject: string | null }>(job: Job, param = "id") {
  if (!job.audioObject) throw new AppError("RESULT_EXPIRED", { param });
  return { ...job, audioObject: job.audioObject };
}
