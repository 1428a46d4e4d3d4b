import "server-only";
import { rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import type { Hono } from "hono";
import { runWithinCapacity } from "@/lib/api/admission";
import type { ApiEnv } from "@/lib/api/authenticate";
import { chargeHeaders } from "@/lib/api/charge-headers";
import { chooseRecognizer, chooseVoice, hasSpeed } from "@/lib/api/openai/names";
import { openAiTranscriptionSchema } from "@/lib/api/openai/schema";
import { endpoint } from "@/lib/api/openapi/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { textTypes } from "@/lib/api/openapi/operations/shared";
import { parse } from "@/lib/api/parse";
import {
  audioType,
  openSpeech,
  requireOpenStream,
  type Speech,
  sendStream,
  speechHeaders,
} from "@/lib/api/send-speech";
import type { StreamedAnswer } from "@/lib/api/streamed-answer";
import { openAiFormLimits, readUpload } from "@/lib/api/upload";
import { findModel, listModels, listVoices } from "@/lib/engines/catalogue";
import { AppError } from "@/lib/errors";
import type { Caller } from "@/lib/principals/caller";
import type { KeyMode } from "@/lib/principals/mode";
import { timesOf } from "@/lib/speech/answer";
import type { RecognizedContent } from "@/lib/speech/content";
import { findRepeated } from "@/lib/speech/idempotency/claim";
import type { Ran } from "@/lib/speech/run";
import type { TtsRequest } from "@/lib/speech/schema";
import { streamSpeech } from "@/lib/speech/stream";
import { type Arrival, idempotencyOf } from "@/lib/speech/synthesize";
import { transcribe } from "@/lib/speech/transcribe";
import { readKept, write } from "./stt";

/** The API that OpenAI's clients speak, with the same keys, charges and history as `/tts` and `/stt`. */
export function declareOpenAi(app: Hono<ApiEnv>): void {
  for (const operation of operations.createOpenAiSpeech) {
    endpoint(app, operation, async ({ caller, body, outgoing, ...arrival }) => {
      requireOpenStream(caller);
      const { voiceId, modelId } = chooseVoice(
        typeof body.voice === "string" ? body.voice : body.voice.id,
        body.model,
        caller.mode,
      );
      const format = body.response_format;
      const speed = body.speed ?? undefined;
      const request = {
        text: body.input,
        voiceId,
        modelId,
        audioFormat: format,
        ...(speed !== undefined && hasSpeed(modelId) && { config: { speed } }),
      };
      const ran = await runOnce(caller, "tts", arrival, (keyed) => streamSpeech(caller, request, keyed));
      const ignored = [
        ...(body.instructions ? ["instructions"] : []),
        ...(speed !== undefined && speed !== 1 && !hasSpeed(modelId) ? ["speed"] : []),
      ];
      return sendSpeech(await openSpeech(ran), {
        caller,
        outgoing,
        request,
        ignored,
        isEvents: body.stream_format === "sse",
      });
    });
  }
  for (const operation of operations.createOpenAiTranscription) {
    endpoint(app, operation, async ({ caller, request, incoming, ...arrival }) => {
      const { upload, fields, fingerprint } = await readUpload(request, { incoming, limits: openAiFormLimits });
      try {
        const form = parse(openAiTranscriptionSchema, fields) as ReturnType<typeof openAiTranscriptionSchema.parse>;
        return await runWithinCapacity(async () => {
          const isVerbose = form.response_format === "verbose_json";
          const hasWords = isVerbose && form[granularities]?.includes("word");
          const wanted = {
            modelId: chooseRecognizer(form.model),
            languageCode: form.language,
            responseFormat: hasWords ? ("verbose_json" as const) : ("json" as const),
          };
          let recognized: RecognizedContent | null = null;
          const ran = await runOnce(caller, "stt", { ...arrival, fingerprint }, async (keyed) => {
            const transcribed = await transcribe(caller, upload, wanted, keyed);
            recognized = transcribed.recognized;
            return transcribed;
          });
          const known = Object.keys(openAiTranscriptionSchema.shape);
          const ignored = Object.keys(fields).filter(
            (name) => !known.includes(name) || (name === granularities && !isVerbose),
          );
          return sendTranscript(ran, recognized ?? (await readKept(ran.finished)), form, ignored);
        });
      } finally {
        await rm(upload.path, { force: true });
      }
    });
  }
  declareNames(app);
}

function declareNames(app: Hono<ApiEnv>): void {
  const names = (mode?: KeyMode) => listModels(mode).map(({ modelId, engine }) => describeModel(modelId, engine));
  for (const operation of operations.listOpenAiModels) {
    endpoint(app, operation, async ({ caller }) => ({ body: { object: "list" as const, data: names(caller.mode) } }));
  }
  for (const operation of operations.getOpenAiModel) {
    endpoint(app, operation, async ({ caller, params }) => {
      const found = names(caller.mode).find(({ id }) => id === params.model);
      if (!found) throw new AppError("NOT_FOUND", { param: "model" });
      return { body: found };
    });
  }
  for (const operation of operations.listOpenAiVoices) {
    endpoint(app, operation, async () => ({
      body: { voices: listVoices().map(({ voiceId, name }) => ({ id: voiceId, name })) },
    }));
  }
  for (const operation of operations.listOpenAiModelNames) {
    endpoint(app, operation, async () => ({ body: { models: names().map(({ id }) => ({ id })) } }));
  }
}

const describeModel = (id: string, engine = "vang") => ({ id, object: "model" as const, created: 0, owned_by: engine });

type MaybeRetried = Arrival & { retryCount?: number };

/**
 * Runs a job once for all automatic repeats of a request, which OpenAI's clients count in `x-stainless-retry-count`. A
 * repeat waits for the first one, which goes on when its client disconnects, and gets its result.
 */
async function runOnce<Begun>(
  caller: Caller,
  service: "tts" | "stt",
  arrival: MaybeRetried,
  run: (arrival: Arrival) => Promise<Begun>,
): Promise<Begun | Ran> {
  const { businessId, keyId } = caller;
  const { retryCount, ...sent } = arrival;
  if (sent.idempotencyKey !== undefined || retryCount === undefined) return run(sent);
  const keyed = {
    ...sent,
    idempotencyKey: `retry ${keyId} ${sent.fingerprint}`,
    repeats: retryCount === 0 ? ("first" as const) : ("again" as const),
  };
  const idempotency = idempotencyOf(caller, keyed);
  const isRepeat = keyed.repeats === "again" && idempotency !== undefined;
  const finished = isRepeat ? await findRepeated({ service, idempotency, hold: { businessId } }) : null;
  return finished ? { finished, isReplay: true } : run(keyed);
}

/** A client may name its fields as it likes; what a header cannot hold is percent-encoded. */
const ignoredHeader = (names: readonly string[]): Record<string, string> => {
  const written = names.map((name) => name.toWellFormed().replace(/[^!-+\--~]/gu, encodeURIComponent));
  return written.length > 0 ? { "x-ignored": written.join(", ") } : {};
};

type Sending = {
  caller: Caller;
  outgoing?: ServerResponse;
  request: TtsRequest;
  ignored: readonly string[];
  isEvents: boolean;
};

function sendSpeech(speech: Speech, { caller, outgoing, request, ignored, isEvents }: Sending): StreamedAnswer {
  const headers = {
    ...speechHeaders(speech, findModel(request.modelId)?.engine ?? null),
    ...ignoredHeader(ignored),
    "content-type": isEvents ? "text/event-stream" : audioType(request),
  };
  const events = async function* () {
    for await (const chunk of speech.read())
      yield event({ type: "speech.audio.delta", audio: Buffer.from(chunk).toString("base64") });
    const characters = (await speech.ran).finished.characters ?? 0;
    const usage = { input_tokens: characters, output_tokens: 0, total_tokens: characters };
    yield event({ type: "speech.audio.done", usage });
  };
  return sendStream(speech, isEvents ? events() : speech.read(), { caller, outgoing, headers });
}

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;

const granularities = "timestamp_granularities[]";

type Form = ReturnType<typeof openAiTranscriptionSchema.parse>;

function sendTranscript(ran: Ran, recognized: RecognizedContent, form: Form, ignored: readonly string[]) {
  const headers = { ...chargeHeaders(ran), ...ignoredHeader(ignored) };
  const duration = Math.round(ran.finished.audioDuration);
  const usage = { type: "duration" as const, seconds: duration };
  const { transcript: text } = recognized;
  const format = form.response_format;
  if (/^true$/i.test(form.stream ?? "")) {
    const deltas = recognized.segments.map(({ text: said }, index) => (index === 0 ? said : ` ${said}`));
    const events = [
      ...deltas.map((delta) => event({ type: "transcript.text.delta", delta })),
      event({ type: "transcript.text.done", text, usage }),
    ];
    return new Response(events.join(""), { headers: { ...headers, "content-type": "text/event-stream" } });
  }
  if (format === "json") return { body: { text, usage }, headers };
  if (format === "verbose_json") {
    const language = ran.finished.languageCode ?? "vi";
    const { words, ...times } = timesOf(recognized);
    const segments = times.segments.map((segment, id) => ({ id, ...segment }));
    const wanted = form[granularities]?.includes("word") && words && { words };
    return { body: { task: "transcribe" as const, language, duration, text, segments, ...wanted, usage }, headers };
  }
  return new Response(write[format](recognized), {
    headers: { ...headers, "content-type": `${textTypes[format]}; charset=utf-8` },
  });
}
