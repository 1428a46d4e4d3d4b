import "server-only";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { Hono } from "hono";
import type { z } from "zod";
import type { CallbackEcho } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import type { ApiEnv } from "@/lib/api/authenticate";
import { isJsonType, parseJson, readJsonBytes } from "@/lib/api/body";
import { chargeHeaders, remarkHeaders, transcriptHeaders } from "@/lib/api/charge-headers";
import { type ApiCall, endpoint } from "@/lib/api/endpoint";
import { unknownNames } from "@/lib/api/fields";
import { operations } from "@/lib/api/openapi/operations";
import { deepgramFileSchema, deepgramSpeechSchema, namedFileSchema } from "@/lib/api/openapi/operations/deepgram";
import { parse } from "@/lib/api/parse";
import { withFile } from "@/lib/api/read-form";
import { audioType, openSpeech, readWhole, requireOpenStream, sendStream, speechHeaders } from "@/lib/api/send-speech";
import { chooseLiveRecognizer, chooseVoice } from "@/lib/api/vendors/names";
import type { SpeechEncoding } from "@/lib/engines/audio/formats";
import { AppError } from "@/lib/platform/errors";
import { createLongJob } from "@/lib/speech/jobs/create";
import type { JobRequest } from "@/lib/speech/jobs/schema";
import type { SpeechRequest, TtsRequest } from "@/lib/speech/schema";
import { streamSpeech } from "@/lib/speech/stream";
import { synthesize } from "@/lib/speech/synthesize";
import { transcribe } from "@/lib/speech/transcribe";
import { describeDeepgramFile } from "@/lib/speech/transcripts/deepgram";
import { diarizeOf, formattingOf, keytermsOf } from "@/lib/speech/transcripts/schema";
import type { Upload } from "@/lib/speech/uploaded-file";
import { readUrl } from "@/lib/speech/uploads/fetch";
import { receivePart } from "@/lib/speech/uploads/receive";
import { createUpload, deleteUpload } from "@/lib/speech/uploads/uploads";
import { prepareCallback } from "@/lib/webhooks/endpoints/callbacks";
import { readKept } from "./stt";

/** The API that programs written for Deepgram speak, with the keys, charges and history of `/tts` and `/stt`. */
export function declareDeepgram(app: Hono<ApiEnv>): void {
  for (const operation of operations.createDeepgramTranscription) {
    endpoint(app, operation, async (call) => {
      if (call.query.callback) return transcribeLater(call);
      const incoming = (await openNamedFile(call.request)) ?? call.incoming;
      return withFile({ ...call, incoming }, async ({ upload, fingerprint }) => {
        const { query, caller } = call;
        const metadata = call.metadata ?? (query.tag === undefined ? null : { tag: query.tag });
        const wanted = {
          modelId: chooseLiveRecognizer(query.model),
          languageCode: query.language === "multi" ? undefined : query.language,
          channels: query.multichannel ? ("separate" as const) : undefined,
          responseFormat: "verbose_json" as const,
          formatting: formattingOf(query),
          keyterms: keytermsOf(query),
          redact: query.redact,
          diarize: diarizeOf(query),
        };
        const ran = await transcribe(caller, upload, wanted, { ...call, fingerprint, metadata });
        const recognized = ran.recognized ?? (await readKept(ran.finished));
        call.ignored.push(...unknownNames(query, deepgramFileSchema));
        const about = { ...ran.finished, requestId: call.requestId };
        const body = describeDeepgramFile(about, recognized, query);
        return { body, headers: { ...chargeHeaders(ran), ...transcriptHeaders(recognized) } };
      });
    });
  }
  for (const operation of operations.createDeepgramSpeech) {
    endpoint(app, operation, async ({ caller, query, body, outgoing, ignored, ...arrival }) => {
      requireOpenStream(caller);
      const request: SpeechRequest = {
        text: body.text,
        ...chooseVoice(query.model, undefined, caller.mode),
        ...encodingOf(query),
      };
      const callback = query.callback ? await readCallback(caller, query, { type: audioType(request) }) : {};
      // Of a stream that is not to be kept, nothing is left to be sent.
      const isMadeWhole = query.callback !== undefined && caller.keepsNothing;
      const begun = isMadeWhole
        ? await synthesize(caller, wholeRequest(request), { ...arrival, ...callback })
        : await streamSpeech(caller, request, { ...arrival, ...callback });
      ignored.push(...begun.remarks.ignored, ...unknownNames(query, deepgramSpeechSchema));
      const speech = await openSpeech(begun);
      const about = { ...speechHeaders(speech, begun.engine), ...remarkHeaders(begun.remarks) };
      if (query.callback) {
        await readWhole(speech);
        return Response.json({ request_id: arrival.requestId }, { headers: about });
      }
      const headers = { ...about, "content-type": audioType(request) };
      return sendStream(speech, speech.read(), { caller, outgoing, headers });
    });
  }
}

/** The URL of the file that a request names as JSON, in its place. */
async function readFileUrl(request: Request): Promise<string | undefined> {
  if (!isJsonType(request.headers.get("content-type"))) return undefined;
  const json = parseJson(await readJsonBytes(request));
  return parse(namedFileSchema, json)?.url;
}

/** The file that a request names. Its errors come when it is read. */
async function openNamedFile(request: Request): Promise<Readable | undefined> {
  const url = await readFileUrl(request);
  return url === undefined ? undefined : Readable.from(readUrl(url, request.signal));
}

/** Where a result is sent, and what it consists of. Throws INVALID_REQUEST. */
async function readCallback(caller: Caller, { callback, callback_method: method }: Called, wanted: CallbackEcho) {
  return { callbackUrl: await prepareCallback(caller, callback ?? ""), callbackEcho: { method, ...wanted } };
}

type Called = { callback?: string; callback_method: string };

type FileCall = ApiCall<z.ZodType, typeof deepgramFileSchema, z.ZodType>;

/** A job transcribes the file, and its result is sent to the URL. */
async function transcribeLater(call: FileCall) {
  const { caller, query } = call;
  const { utterances, paragraphs, tag } = query;
  const callback = await readCallback(caller, query, { utterances, paragraphs, ...(tag !== undefined && { tag }) });
  const create = async (source: { uploadId: string } | { url: string }, fingerprint: string) => {
    const wanted = {
      kind: "stt" as const,
      ...source,
      modelId: chooseLiveRecognizer(query.model),
      languageCode: query.language === "multi" ? undefined : query.language,
      formatting: formattingOf(query),
      keyterms: keytermsOf(query),
      redact: query.redact,
    };
    const metadata = call.metadata ?? (tag === undefined ? null : { tag });
    return createLongJob(caller, wanted as JobRequest, { ...call, ...callback, metadata, fingerprint });
  };
  const url = await readFileUrl(call.request);
  const { job, isReplay } = await (url === undefined
    ? withFile(call, ({ upload, fingerprint }) =>
        withStoredUpload(caller, upload, (uploadId) => create({ uploadId }, fingerprint)),
      )
    : create({ url }, createHash("sha256").update(url).digest("base64url")));
  call.ignored.push(...unknownNames(query, deepgramFileSchema));
  // A job does neither.
  call.ignored.push(...(query.multichannel ? ["multichannel"] : []), ...(diarizeOf(query) ? ["diarize"] : []));
  const headers = { "x-tracking-id": job.id, ...(isReplay && { "idempotent-replayed": "true" }) };
  return { body: { request_id: job.requestId ?? call.requestId }, headers };
}

type Made = Awaited<ReturnType<typeof createLongJob>>;

/** Stores a file that arrived for the job that is created for it, and forgets it if that has one already, or is rejected. */
async function withStoredUpload(
  caller: Caller,
  { path, bytes, size }: Upload,
  create: (uploadId: string) => Promise<Made>,
): Promise<Made> {
  const { id } = await createUpload(caller, { sizeBytes: size, metadata: null });
  let made: Made | undefined;
  try {
    const body = path ? createReadStream(path) : Readable.from([Buffer.from(bytes ?? [])]);
    await receivePart(caller, id, { offset: 0, body });
    made = await create(id);
    return made;
  } finally {
    if (!made || made.isReplay) await deleteUpload(caller, id);
  }
}

/** Throws INVALID_REQUEST for the formats that only streams have. */
function wholeRequest({ audioFormat, ...request }: SpeechRequest): TtsRequest {
  if (audioFormat !== "aac" && audioFormat !== "flac") return { ...request, audioFormat };
  const values = { param: "callback", audioFormat };
  throw new AppError("INVALID_REQUEST", { param: "encoding", message: "api.notForFormat", values });
}

/** `linear16` is a WAV file unless its container is none; MP3 and Opus choose their own rate. */
function encodingOf({ encoding, sample_rate, container }: z.infer<typeof deepgramSpeechSchema>) {
  const format = encoding === "linear16" ? "pcm" : encoding;
  const isRaw = format === "pcm" || format === "mulaw" || format === "alaw";
  const wanted = isRaw
    ? { format, sampleRate: sample_rate, container: container === "none" ? ("raw" as const) : ("wav" as const) }
    : { format };
  const { format: audioFormat, sampleRate, container: around } = wanted as SpeechEncoding;
  return { audioFormat, sampleRate, container: around };
}
