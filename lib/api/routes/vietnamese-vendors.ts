import "server-only";
import type { Hono } from "hono";
import type { CallbackEcho } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import type { ApiEnv } from "@/lib/api/authenticate";
import { chargeHeaders, remarkHeaders, resultHeaders, transcriptHeaders } from "@/lib/api/charge-headers";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import type { VbeeSpeech } from "@/lib/api/openapi/operations/vietnamese-vendors";
import { withFile } from "@/lib/api/read-form";
import { chooseVoice, hasSpeed } from "@/lib/api/vendors/names";
import { fptStatus } from "@/lib/api/vendors/vendors";
import { findModel } from "@/lib/engines/catalogue";
import { AppError } from "@/lib/platform/errors";
import { countCharacters } from "@/lib/platform/text";
import { answerTts } from "@/lib/speech/answer";
import type { Arrival } from "@/lib/speech/call";
import { type Spoken, synthesize } from "@/lib/speech/synthesize";
import { transcribe } from "@/lib/speech/transcribe";
import { prepareCallback } from "@/lib/webhooks/endpoints/callbacks";
import { readKept } from "./stt";
import { findTtsJob, requireAudio } from "./tts";

/** What FPT.AI and Vbee use where a request names no voice. */
const defaultVoices = { fpt: "banmai", vbee: "hn_female_ngochuyen_full_48k-fhg" };

/** The APIs that programs written for FPT.AI and Vbee speak, with the keys, charges and history of `/tts` and `/stt`. */
export function declareVietnameseVendors(app: Hono<ApiEnv>): void {
  for (const operation of operations.createFptSpeech) {
    endpoint(app, operation, async ({ caller, body, request, ignored, ...arrival }) => {
      const { headers } = request;
      const voice = headers.get("voice") || defaultVoices.fpt;
      const wanted = { text: body, voice, format: readFptFormat(headers), speed: readFptSpeed(headers) };
      const callbackUrl = await checkCallback(caller, headers.get("callback_url"));
      const spoken = await speak(caller, wanted, { ...arrival, callbackUrl }, ignored, "speed");
      const { trackingId, audioUrl } = answerTts(await requireAudio(spoken));
      const message = "The audio can be downloaded at the address in async.";
      const answer = { async: audioUrl, error: 0 as const, message, request_id: trackingId };
      return { body: answer, headers: speechHeaders(spoken) };
    });
  }
  for (const operation of operations.createFptTranscription) {
    endpoint(app, operation, (call) =>
      withFile(call, async ({ upload, fingerprint }) => {
        const ran = await transcribe(call.caller, upload, { responseFormat: "json" }, { ...call, fingerprint });
        const recognized = ran.recognized ?? (await readKept(ran.finished));
        const { transcript: utterance } = recognized;
        const body = {
          status: utterance === "" ? fptStatus.noSpeech : fptStatus.recognized,
          hypotheses: utterance === "" ? [] : [{ utterance }],
          id: ran.finished.trackingId,
        };
        return { body, headers: { ...chargeHeaders(ran), ...transcriptHeaders(recognized) } };
      }),
    );
  }
  for (const operation of operations.createVbeeSpeech) {
    endpoint(app, operation, async ({ caller, body, ignored, ...arrival }) => {
      const wanted = {
        text: body.input_text,
        voice: body.voice_code || defaultVoices.vbee,
        format: body.audio_type ?? ("mp3" as const),
        speed: body.speed_rate ?? undefined,
      };
      const callbackUrl = await checkCallback(caller, body.callback_url);
      const callbackEcho = callbackUrl === undefined ? undefined : echoOf(body);
      const spoken = await speak(caller, wanted, { ...arrival, callbackUrl, callbackEcho }, ignored, "speed_rate");
      ignored.push(...(["bitrate", "sample_rate"] as const).filter((name) => (body[name] ?? null) !== null));
      return { body: describeVbee(await requireAudio(spoken)), headers: speechHeaders(spoken) };
    });
  }
  for (const operation of operations.getVbeeSpeech) {
    endpoint(app, operation, async ({ caller, params }) => {
      const job = await findTtsJob(caller, params.requestId, "requestId");
      return { body: describeVbee(job), headers: { ...resultHeaders(job), "x-ai-generated": "true" } };
    });
  }
}

/** Speech is made before the response, so a callback only repeats what that says. Throws INVALID_REQUEST. */
const checkCallback = async (caller: Caller, url: string | null | undefined) =>
  url ? prepareCallback(caller, url) : undefined;

/** What Vbee's callback repeats of a request, with its defaults. */
function echoOf({
  input_text,
  app_id,
  voice_code,
  audio_type,
  speed_rate,
  bitrate,
  sample_rate,
}: VbeeSpeech): CallbackEcho {
  return {
    ...(app_id && { app_id }),
    characters: countCharacters(input_text),
    voice_code: voice_code || defaultVoices.vbee,
    audio_type: audio_type ?? "mp3",
    speed_rate: speed_rate ?? 1,
    ...(sample_rate && { sample_rate }),
    ...(bitrate && { bitrate }),
  };
}

type Wanted = { text: string; voice: string; format: "mp3" | "wav"; speed: number | undefined };

/** `speedName`: as the client knows it, to be named where the model has no speed. */
async function speak(
  caller: Caller,
  { text, voice, format, speed = 1 }: Wanted,
  arrival: Arrival,
  ignored: string[],
  speedName: string,
): Promise<Spoken> {
  const { voiceId, modelId } = chooseVoice(voice, undefined, caller.mode);
  const wantsSpeed = speed !== 1;
  const isPossible = hasSpeed(modelId);
  const request = {
    text,
    voiceId,
    modelId,
    audioFormat: format,
    ...(wantsSpeed && isPossible && { config: { speed: withinRange(speed, modelId) } }),
  };
  const spoken = await synthesize(caller, request, arrival);
  ignored.push(...spoken.remarks.ignored);
  if (wantsSpeed && !isPossible) ignored.push(speedName);
  return spoken;
}

/** The nearest speed that the model has. */
function withinRange(speed: number, modelId: string): number {
  const { min = speed, max = speed } = findModel(modelId)?.config.speed ?? {};
  return Math.min(max, Math.max(min, speed));
}

function readFptFormat(headers: Headers): Wanted["format"] {
  const format = headers.get("format") || "mp3";
  if (format !== "mp3" && format !== "wav") throw invalidHeader("format");
  return format;
}

/** FPT.AI names speeds by −3 to 3, of which 0 is the default; each step is a tenth here. Throws INVALID_REQUEST. */
function readFptSpeed(headers: Headers): number | undefined {
  const sent = headers.get("speed")?.trim();
  if (!sent) return undefined;
  const steps = Number(sent);
  if (!(steps >= -3 && steps <= 3)) throw invalidHeader("speed");
  return 1 + steps / 10;
}

const invalidHeader = (name: string) =>
  new AppError("INVALID_REQUEST", { param: name, message: "api.headerInvalid", values: { name } });

const speechHeaders = (spoken: Spoken) => ({
  ...chargeHeaders(spoken, spoken.engine),
  ...remarkHeaders(spoken.remarks),
  "x-ai-generated": "true",
});

function describeVbee(job: Parameters<typeof answerTts>[0]) {
  const { trackingId, audioUrl } = answerTts(job);
  const result = { request_id: trackingId, status: "SUCCESS" as const, progress: 100 as const, audio_link: audioUrl };
  return { status: 1 as const, result };
}
