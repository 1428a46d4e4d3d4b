import "server-only";
import type { Hono } from "hono";
import type { z } from "zod";
import type { KeyMode } from "@/lib/access/principals/mode";
import type { ApiEnv } from "@/lib/api/authenticate";
import { chargeHeaders, remarkHeaders, transcriptHeaders } from "@/lib/api/charge-headers";
import { type ApiCall, endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { type ElevenLabsSpeech, elevenLabsTranscriptionSchema } from "@/lib/api/openapi/operations/elevenlabs";
import { type Form, withForm } from "@/lib/api/read-form";
import {
  audioType,
  openSpeech,
  readWhole,
  requireOpenStream,
  type Speech,
  sendStream,
  speechHeaders,
} from "@/lib/api/send-speech";
import { chooseRecognizer, chooseVoice, hasSpeed, isReadOurWay } from "@/lib/api/vendors/names";
import type { SpeechEncoding } from "@/lib/engines/audio/formats";
import { findModel, findVoice, listModels, listVoices } from "@/lib/engines/catalogue";
import type { Voice } from "@/lib/engines/provider";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { type Alignment, alignerOf } from "@/lib/speech/alignment";
import { timesOf } from "@/lib/speech/answer";
import { maxCharacters, type SpeechRequest } from "@/lib/speech/schema";
import { streamSpeech } from "@/lib/speech/stream";
import { transcribe } from "@/lib/speech/transcribe";
import { numberSpeaker } from "@/lib/speech/transcripts/deepgram";
import { diarizeOf, keytermsOf } from "@/lib/speech/transcripts/schema";
import { readKept } from "./stt";

/** The API that programs written for ElevenLabs speak, with the keys, charges and history of `/tts` and `/stt`. */
export function declareElevenLabs(app: Hono<ApiEnv>): void {
  for (const operation of operations.createElevenLabsSpeech) {
    endpoint(app, operation, async (call) => {
      const { speech, headers, request } = await begin(call);
      const ofAudio = { ...headers, "content-type": audioType(request) };
      return sendStream(speech, speech.read(), { ...call, headers: ofAudio });
    });
  }
  for (const operation of operations.createElevenLabsTimedStream) {
    endpoint(app, operation, async (call) => {
      const { speech, headers } = await begin(call);
      const ofLines = { ...headers, "content-type": "application/x-ndjson" };
      return sendStream(speech, timedLines(speech), { ...call, headers: ofLines });
    });
  }
  for (const operation of operations.createElevenLabsTimedSpeech) {
    endpoint(app, operation, async (call) => {
      const { speech, headers } = await begin(call);
      const audio = await readWhole(speech);
      return { body: { audio_base64: audio.toString("base64"), ...alignmentsOf(speech) }, headers };
    });
  }
  for (const operation of operations.listElevenLabsVoices) {
    endpoint(app, operation, async ({ caller }) => ({ body: { voices: listVoices(caller.mode).map(describeVoice) } }));
  }
  for (const operation of operations.getElevenLabsVoice) {
    endpoint(app, operation, async ({ params }) => {
      const voice = findVoice(params.voiceId);
      if (!voice) throw new AppError("NOT_FOUND", { param: "voice_id" });
      return { body: describeVoice(voice) };
    });
  }
  for (const operation of operations.createElevenLabsTranscription) {
    endpoint(app, operation, (call) => withForm(call, elevenLabsTranscriptionSchema, (form) => answerForm(call, form)));
  }
}

type SpeechCall = ApiCall<
  z.ZodType<{ voiceId: string }>,
  z.ZodType<{ output_format: SpeechEncoding }>,
  z.ZodType<ElevenLabsSpeech>
>;

/** Begins to speak: resolves when the first sound is made. */
async function begin({ caller, params, query, body, ignored, ...arrival }: SpeechCall) {
  requireOpenStream(caller);
  const { voiceId, modelId } = chooseVoice(params.voiceId, body.model_id, caller.mode);
  const { speed, ...otherSettings } = body.voice_settings ?? {};
  const takesSpeed = hasSpeed(modelId);
  const { format: audioFormat, sampleRate, container } = query.output_format;
  const request: SpeechRequest = {
    text: body.text,
    voiceId,
    modelId,
    languageCode: body.language_code,
    audioFormat,
    sampleRate,
    container,
    dictionaries: body.pronunciation_dictionary_locators,
    ...(speed !== undefined && takesSpeed && { config: { speed } }),
  };
  const begun = await streamSpeech(caller, request, arrival);
  ignored.push(...begun.remarks.ignored);
  ignored.push(...Object.keys(otherSettings).map((name) => `voice_settings.${name}`));
  if (speed !== undefined && speed !== 1 && !takesSpeed) ignored.push("voice_settings.speed");
  if (request.dictionaries && !isReadOurWay(modelId)) ignored.push("pronunciation_dictionary_locators");
  const speech = await openSpeech(begun);
  return { speech, request, headers: { ...speechHeaders(speech, begun.engine), ...remarkHeaders(begun.remarks) } };
}

/** The times of a whole speech; null for a repeated request, whose words are not timed again. */
function alignmentsOf({ begun, words }: Speech) {
  if (!("file" in begun)) return { alignment: null, normalized_alignment: null };
  const { written, spoken } = alignerOf(begun.as)(words, true);
  return {
    alignment: describeAlignment(written, 0, written.characters.length),
    normalized_alignment: describeAlignment(spoken, 0, spoken.characters.length),
  };
}

/** A JSON object a line, with audio and the characters whose times have become known. */
async function* timedLines(speech: Speech) {
  const align = "file" in speech.begun ? alignerOf(speech.begun.as) : null;
  let [written, spoken] = [0, 0];
  const line = (audio: Uint8Array, isLast = false) => {
    const aligned = align?.(speech.words, isLast);
    if (!aligned) return describeLine(audio, null, null);
    const end = (alignment: Alignment) => (isLast ? alignment.characters.length : alignment.known);
    const text = describeLine(
      audio,
      describeAlignment(aligned.written, written, end(aligned.written)),
      describeAlignment(aligned.spoken, spoken, end(aligned.spoken)),
    );
    [written, spoken] = [end(aligned.written), end(aligned.spoken)];
    return text;
  };
  for await (const chunk of speech.read()) yield line(chunk);
  await speech.ran;
  yield line(new Uint8Array(), true);
}

const describeLine = (audio: Uint8Array, alignment: object | null, normalized: object | null) =>
  `${JSON.stringify({
    audio_base64: Buffer.from(audio).toString("base64"),
    alignment,
    normalized_alignment: normalized,
  })}\n`;

/** Null where no character is new. */
const describeAlignment = ({ characters, starts, ends }: Alignment, from: number, to: number) =>
  to > from
    ? {
        characters: characters.slice(from, to),
        character_start_times_seconds: starts.slice(from, to),
        character_end_times_seconds: ends.slice(from, to),
      }
    : null;

const describeVoice = ({ voiceId, name, gender, region, languageCode, modelIds }: Voice) => ({
  voice_id: voiceId,
  name,
  category: "premade",
  labels: { gender, accent: region, language: languageCode },
  preview_url: `${env.url}/tts/voices/preview?${new URLSearchParams({ voiceId })}`,
  high_quality_base_model_ids: modelIds,
});

/** The models as ElevenLabs' clients list them, who use the path of OpenAI's. */
export const describeElevenLabsModels = (mode: KeyMode) =>
  listModels(mode)
    .filter(({ kind }) => kind === "tts")
    .map(({ modelId, name, languageCodes }) => ({
      model_id: modelId,
      name,
      can_do_text_to_speech: true,
      maximum_text_length_per_request: maxCharacters,
      languages: languageCodes.map((code) => ({ language_id: code, name: code })),
    }));

/** The codes of three letters that ElevenLabs' clients use. */
const languages: Record<string, string> = { vie: "vi", eng: "en" };

async function answerForm(
  call: ApiCall<z.ZodType, z.ZodType, z.ZodType>,
  { upload, fields, fingerprint, metadata }: Form<z.infer<typeof elevenLabsTranscriptionSchema>>,
) {
  const wanted = {
    modelId: chooseRecognizer(fields.model_id),
    languageCode: fields.language_code && (languages[fields.language_code] ?? fields.language_code),
    responseFormat: "verbose_json" as const,
    keyterms: keytermsOf(fields),
    diarize: diarizeOf(fields),
  };
  const ran = await transcribe(call.caller, upload, wanted, { ...call, fingerprint, metadata });
  const recognized = ran.recognized ?? (await readKept(ran.finished));
  const { words = [] } = timesOf(recognized);
  const wantsWords = fields.timestamps_granularity !== "none";
  const body = {
    language_code: ran.finished.languageCode ?? findModel(ran.finished.modelId)?.languageCodes[0] ?? "vi",
    language_probability: 1,
    text: recognized.transcript,
    words: wantsWords ? describeWords(words) : [],
    transcription_id: ran.finished.trackingId,
    audio_duration_secs: ran.finished.audioDuration,
  };
  return { body, headers: { ...chargeHeaders(ran), ...transcriptHeaders(recognized) } };
}

type Word = NonNullable<ReturnType<typeof timesOf>["words"]>[number];

/** The words with a space between each two. Those of a number are written as one, which lasts as long as all of them. */
function describeWords(words: readonly Word[]) {
  const described: { text: string; start: number; end: number; type: string; logprob: number; speaker_id?: string }[] =
    [];
  for (const { word, punctuated_word: text = word, start, end, speaker } of words) {
    const last = described.at(-1);
    if (text === "" && last) {
      last.end = end;
      continue;
    }
    const about = { logprob: 0, ...(speaker !== undefined && { speaker_id: `speaker_${numberSpeaker(speaker)}` }) };
    if (last) described.push({ text: " ", start: last.end, end: start, type: "spacing", ...about });
    described.push({ text, start, end, type: "word", ...about });
  }
  return described;
}
