import "server-only";
import { Readable } from "node:stream";
import type { Hono } from "hono";
import type { z } from "zod";
import type { ApiEnv } from "@/lib/api/authenticate";
import { isJsonType, parseJson, readJsonBytes } from "@/lib/api/body";
import { chargeHeaders, remarkHeaders, transcriptHeaders } from "@/lib/api/charge-headers";
import { endpoint } from "@/lib/api/endpoint";
import { unknownNames } from "@/lib/api/fields";
import { operations } from "@/lib/api/openapi/operations";
import { deepgramFileSchema, deepgramSpeechSchema, namedFileSchema } from "@/lib/api/openapi/operations/deepgram";
import { parse } from "@/lib/api/parse";
import { withFile } from "@/lib/api/read-form";
import { audioType, openSpeech, requireOpenStream, sendStream, speechHeaders } from "@/lib/api/send-speech";
import { confidenceOf, deepgramModel, deepgramWords } from "@/lib/api/vendors/deepgram";
import { chooseLiveRecognizer, chooseVoice, numberSpeaker } from "@/lib/api/vendors/names";
import type { SpeechEncoding } from "@/lib/engines/audio/formats";
import { clock } from "@/lib/platform/clock";
import type { Ran } from "@/lib/speech/call";
import type { RecognizedContent } from "@/lib/speech/content";
import type { SpeechRequest } from "@/lib/speech/schema";
import { streamSpeech } from "@/lib/speech/stream";
import { transcribe } from "@/lib/speech/transcribe";
import { diarizeOf, formattingOf, keytermsOf } from "@/lib/speech/transcripts/schema";
import { readUrl } from "@/lib/speech/uploads/fetch";
import { readKept } from "./stt";

/** The API that programs written for Deepgram speak, with the keys, charges and history of `/tts` and `/stt`. */
export function declareDeepgram(app: Hono<ApiEnv>): void {
  for (const operation of operations.createDeepgramTranscription) {
    endpoint(app, operation, async (call) => {
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
        const body = describeFile(ran, recognized, query, call.requestId);
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
      const begun = await streamSpeech(caller, request, arrival);
      ignored.push(...begun.remarks.ignored, ...unknownNames(query, deepgramSpeechSchema));
      const speech = await openSpeech(begun);
      const headers = {
        ...speechHeaders(speech, begun.engine),
        ...remarkHeaders(begun.remarks),
        "content-type": audioType(request),
      };
      return sendStream(speech, speech.read(), { caller, outgoing, headers });
    });
  }
}

/** The file whose URL a request has as JSON, in place of the file. Its errors come when it is read. */
async function openNamedFile(request: Request): Promise<Readable | undefined> {
  if (!isJsonType(request.headers.get("content-type"))) return undefined;
  const json = parseJson(await readJsonBytes(request));
  const { url } = parse(namedFileSchema, json) as z.infer<typeof namedFileSchema>;
  return Readable.from(readUrl(url, request.signal));
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

type Segments = RecognizedContent["segments"];

/** A transcript as Deepgram's clients read it: each channel with its words, and what was said without a pause. */
function describeFile(
  { finished }: Pick<Ran, "finished">,
  { transcript, segments, channels }: RecognizedContent,
  { utterances, paragraphs, tag }: z.infer<typeof deepgramFileSchema>,
  requestId: string,
) {
  const { uuid, info } = deepgramModel(finished.modelId);
  const perChannel = channels
    ? channels.map((own, index) => ({
        text: own.transcript,
        said: segments.filter(({ channel = 1 }) => channel === index + 1),
      }))
    : [{ text: transcript, said: segments }];
  return {
    metadata: {
      transaction_key: "deprecated",
      request_id: requestId,
      sha256: "",
      created: clock.now().toISOString(),
      duration: finished.audioDuration,
      channels: perChannel.length,
      models: [uuid],
      model_info: { [uuid]: info },
      ...(tag !== undefined && { tags: [tag] }),
    },
    results: {
      channels: perChannel.map(({ text, said }) => {
        const words = said.flatMap((segment) => segment.words ?? []);
        return {
          alternatives: [
            {
              transcript: text,
              confidence: confidenceOf(words),
              words: deepgramWords(said.flatMap(wordsOf)),
              ...(paragraphs && { paragraphs: describeParagraphs(text, said) }),
            },
          ],
        };
      }),
      ...(utterances && { utterances: segments.map(describeUtterance) }),
    },
  };
}

/** With who says them. */
const wordsOf = ({ words = [], speaker }: Segments[number]) =>
  words.map((word) => ({ ...word, ...(speaker !== undefined && { speaker: numberSpeaker(speaker) }) }));

function describeUtterance(segment: Segments[number], index: number) {
  const { start, end, text, channel = 1, speaker, words = [] } = segment;
  return {
    start,
    end,
    confidence: confidenceOf(words),
    channel: channel - 1,
    transcript: text,
    words: deepgramWords(wordsOf(segment)),
    ...(speaker !== undefined && { speaker: numberSpeaker(speaker) }),
    id: String(index),
  };
}

const describeParagraphs = (transcript: string, said: Segments) => ({
  transcript,
  paragraphs: said.map(({ text, start, end, speaker, words = [] }) => ({
    sentences: [{ text, start, end }],
    num_words: words.length,
    start,
    end,
    ...(speaker !== undefined && { speaker: numberSpeaker(speaker) }),
  })),
});
