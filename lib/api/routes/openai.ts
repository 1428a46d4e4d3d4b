import "server-only";
import type { ServerResponse } from "node:http";
import type { Hono } from "hono";
import type { z } from "zod";
import type { Caller } from "@/lib/access/principals/caller";
import type { KeyMode } from "@/lib/access/principals/mode";
import type { ApiEnv } from "@/lib/api/authenticate";
import { chargeHeaders, remarkHeaders, transcriptHeaders } from "@/lib/api/charge-headers";
import { type ApiCall, endpoint } from "@/lib/api/endpoint";
import { openAiTranscriptionSchema } from "@/lib/api/openai/schema";
import { event, granularities, type TranscriptForm, writeTranscript } from "@/lib/api/openai/transcript";
import { operations } from "@/lib/api/openapi/operations";
import { type Form, withForm } from "@/lib/api/read-form";
import type { StreamedAnswer } from "@/lib/api/running-jobs";
import {
  audioType,
  openSpeech,
  requireOpenStream,
  type Speech,
  sendStream,
  speechHeaders,
} from "@/lib/api/send-speech";
import { chooseRecognizer, chooseVoice, hasSpeed } from "@/lib/api/vendors/names";
import { findModel, listModels, listVoices } from "@/lib/engines/catalogue";
import { AppError } from "@/lib/platform/errors";
import { type Arrival, idempotencyOf, type Ran } from "@/lib/speech/call";
import type { RecognizedContent } from "@/lib/speech/content";
import { findRepeated } from "@/lib/speech/idempotency/claim";
import type { SpeechRequest } from "@/lib/speech/schema";
import { streamSpeech } from "@/lib/speech/stream";
import { transcribe } from "@/lib/speech/transcribe";
import { diarizeOf, formattingOf, keytermsOf } from "@/lib/speech/transcripts/schema";
import { describeElevenLabsModels } from "./elevenlabs";
import { readKept } from "./stt";

/** The API that OpenAI's clients speak, with the same keys, charges and history as `/tts` and `/stt`. */
export function declareOpenAi(app: Hono<ApiEnv>): void {
  for (const operation of operations.createOpenAiSpeech) {
    endpoint(app, operation, async ({ caller, body, outgoing, ignored, ...arrival }) => {
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
      for (const name of ["instructions", "instruction"] as const) if (body[name]) ignored.push(name);
      if (speed !== undefined && speed !== 1 && !hasSpeed(modelId)) ignored.push("speed");
      return sendSpeech(await openSpeech(ran), {
        caller,
        outgoing,
        request,
        isEvents: body.stream_format === "sse",
      });
    });
  }
  for (const operation of operations.createOpenAiTranscription) {
    endpoint(app, operation, (call) => withForm(call, openAiTranscriptionSchema, (form) => answerForm(call, form)));
  }

  const list = (mode?: KeyMode) =>
    listModels(mode).map(({ modelId: id, engine: owned_by = "vang" }) => ({
      id,
      object: "model" as const,
      created: 0,
      owned_by,
    }));
  for (const operation of operations.listOpenAiModels) {
    endpoint(app, operation, async ({ caller, request }) => {
      if (request.headers.has("xi-api-key")) return Response.json(describeElevenLabsModels(caller.mode));
      return { body: { object: "list" as const, data: list(caller.mode) } };
    });
  }
  for (const operation of operations.getOpenAiModel) {
    endpoint(app, operation, async ({ caller, params }) => {
      const found = list(caller.mode).find(({ id }) => id === params.model);
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
    endpoint(app, operation, async () => ({ body: { models: list().map(({ id }) => ({ id })) } }));
  }
}

async function answerForm(
  call: ApiCall<z.ZodType, z.ZodType, z.ZodType>,
  { upload, fields, fingerprint, metadata }: Form<TranscriptForm>,
) {
  const isVerbose = fields.response_format === "verbose_json";
  const isDiarized = fields.response_format === "diarized_json";
  const wantsWords = isVerbose && fields[granularities]?.includes("word");
  const wanted = {
    modelId: chooseRecognizer(fields.model),
    languageCode: fields.language,
    responseFormat: wantsWords ? ("verbose_json" as const) : ("json" as const),
    formatting: formattingOf(fields),
    keyterms: keytermsOf(fields),
    redact: fields.redact,
    redactAudio: fields.redactAudio,
    diarize: diarizeOf(isDiarized ? { ...fields, diarize: true } : fields),
  };
  let recognized: RecognizedContent | null = null;
  const arrival = { ...call, fingerprint, metadata };
  const ran = await runOnce(call.caller, "stt", arrival, async (keyed) => {
    const transcribed = await transcribe(call.caller, upload, wanted, keyed);
    recognized = transcribed.recognized;
    return transcribed;
  });
  if (fields[granularities] && !isVerbose) call.ignored.push(granularities);
  const result = { finished: ran.finished, recognized: recognized ?? (await readKept(ran.finished)) };
  return writeTranscript(result, fields, { ...chargeHeaders(ran), ...transcriptHeaders(result.recognized) });
}

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
  const { retryCount, ...sent } = arrival;
  if (sent.idempotencyKey !== undefined || retryCount === undefined) return run(sent);
  const keyed = {
    ...sent,
    idempotencyKey: `retry ${caller.keyId} ${sent.fingerprint}`,
    repeats: retryCount === 0 ? ("first" as const) : ("again" as const),
  };
  const idempotency = idempotencyOf(caller, keyed);
  const isRepeat = keyed.repeats === "again" && idempotency !== undefined;
  const finished = isRepeat ? await findRepeated({ service, idempotency, caller }) : null;
  return finished ? { finished, isReplay: true } : run(keyed);
}

type Sending = {
  caller: Caller;
  outgoing?: ServerResponse;
  request: SpeechRequest;
  isEvents: boolean;
};

function sendSpeech(speech: Speech, { caller, outgoing, request, isEvents }: Sending): StreamedAnswer {
  const headers = {
    ...speechHeaders(speech, findModel(request.modelId)?.engine ?? null),
    ...("remarks" in speech.begun && remarkHeaders(speech.begun.remarks)),
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
