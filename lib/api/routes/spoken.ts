import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { type ApiCall, endpoint } from "@/lib/api/endpoint";
import { unknownNames, writeIgnored } from "@/lib/api/fields";
import { protocolsOf } from "@/lib/api/live/paths";
import { watchKey } from "@/lib/api/live/watch-keys";
import { operations } from "@/lib/api/openapi/operations";
import { deepgramInputSchema } from "@/lib/api/openapi/operations/deepgram";
import { elevenLabsInputSchema } from "@/lib/api/openapi/operations/elevenlabs";
import { keptHeaders } from "@/lib/api/retention";
import { StreamedAnswer } from "@/lib/api/running-jobs";
import { SpokenConnection, type SpokenWire } from "@/lib/api/spoken/connection";
import { deepgramSpeechWire } from "@/lib/api/spoken/deepgram-wire";
import { elevenLabsWire } from "@/lib/api/spoken/elevenlabs-wire";
import { chooseVoice, hasSpeed, isReadOurWay } from "@/lib/api/vendors/names";
import { seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { checkEncoding, checkVoice } from "@/lib/speech/check";
import { readMetadata } from "@/lib/speech/metadata";
import type { SpokenRequest } from "@/lib/speech/spoken/contract";
import { type SessionParts, SpokenSession } from "@/lib/speech/spoken/session";

/** Between two replies of a person's talk Deepgram's clients keep their connection, and have no message for it. */
const deepgramIdleMs = seconds(60);

/** Texts that come while they are written, such as a language model's, and are spoken sentence by sentence. */
export function declareSpoken(app: Hono<ApiEnv>): void {
  for (const operation of operations.speakAsDeepgram) {
    endpoint(app, operation, (call) => {
      const { query, caller, requestId } = call;
      const voice = chooseVoice(query.model, undefined, caller.mode);
      const audioFormat = query.encoding === "linear16" ? ("pcm" as const) : query.encoding;
      const ignored = unknownNames(query, deepgramInputSchema);
      const [protocol] = protocolsOf(call.request.headers.get("sec-websocket-protocol") ?? undefined);
      return serve(call, {
        request: { ...voice, audioFormat, sampleRate: query.sample_rate, container: "raw" },
        wire: deepgramSpeechWire({ requestId, modelId: voice.modelId, ignored }),
        // Each flushed text is a job, spoken after those before it.
        limits: { idleMs: deepgramIdleMs, mostContexts: 50, isSerial: true },
        ignored,
        protocol,
      });
    });
  }
  for (const operation of operations.speakAsElevenLabs) {
    endpoint(app, operation, (call) => {
      const { query, caller, requestId, params } = call;
      const voice = chooseVoice(params.voiceId, query.model_id, caller.mode);
      const { format: audioFormat, sampleRate, container } = query.output_format;
      const isMulti = operation.path.endsWith("/multi-stream-input");
      const isSynchronous = query.sync_alignment ?? false;
      return serve(call, {
        request: { ...voice, languageCode: query.language_code, audioFormat, sampleRate, container },
        wire: elevenLabsWire({
          requestId,
          isMulti,
          hasSpeed: hasSpeed(voice.modelId),
          isReadOurWay: isReadOurWay(voice.modelId),
          isSynchronous,
        }),
        limits: { idleMs: seconds(query.inactivity_timeout), mostContexts: 5 },
        ignored: unknownNames(query, elevenLabsInputSchema),
      });
    });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the parts of a request that its declaration types are not read here
type Call = ApiCall<any, any, any>;

type Served = {
  request: SpokenRequest;
  wire: SpokenWire;
  limits: Pick<SessionParts, "idleMs" | "mostContexts" | "isSerial">;
  ignored: string[];
  protocol?: string;
};

/** Opens the WebSocket. The request's place is taken until its session has ended. */
async function serve(call: Call, { request, wire, limits, ignored, protocol }: Served): Promise<StreamedAnswer> {
  const { caller, secretId, upgrade, requestId, countRequest: count } = call;
  if (!upgrade) throw new AppError("INVALID_REQUEST", { message: "live.needsWebSocket" });
  checkVoice(request, caller.mode);
  checkEncoding({ ...request, text: "" });
  const metadata = readMetadata({ header: call.request.headers.get("x-metadata") ?? undefined });
  const names = writeIgnored(ignored);
  const headers = {
    ...keptHeaders(caller),
    "x-request-id": requestId,
    ...(names !== undefined && { "x-ignored": names }),
  };
  const connection = new SpokenConnection(await upgrade.accept(protocol, headers), wire);
  const arrival = { requestId, metadata };
  const session = new SpokenSession({ caller, request, arrival, count, ...limits, take: connection.take });
  connection.serve(session);
  watchKey(session, secretId);
  return new StreamedAnswer(new Response(null), session.ended);
}
