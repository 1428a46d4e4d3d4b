import "server-only";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Caller } from "@/lib/access/principals/caller";
import { contentTypes, isTelephoneFormat, typeOf } from "@/lib/engines/audio/formats";
import { seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { objectStore } from "@/lib/platform/objects/open";
import { perProcess } from "@/lib/platform/per-process";
import { chargeOf, type Ran } from "@/lib/speech/call";
import { notKept } from "@/lib/speech/history/lookup";
import type { SpeechRequest } from "@/lib/speech/schema";
import type { SpeechStream } from "@/lib/speech/stream";
import type { Spoken } from "@/lib/speech/synthesize";
import { chargeHeaders } from "./charge-headers";
import { StreamedAnswer } from "./running-jobs";

/** A browser's `<audio>` that is paused reads nothing for as long. */
const unreadMs = seconds(150);

/** Streams that a key's clients may have open; those whose engine has finished count too. */
const maxOpenStreams = perProcess(100);

const openStreams = new Map<string, number>();

export type Speech = {
  /** The job when it began, or the finished job of a repeated request. */
  begun: Ran | Spoken | SpeechStream;
  read: () => AsyncIterable<Uint8Array>;
  words: SpeechStream["words"];
  /** The finished job, once the stream has ended. */
  ran: Promise<Ran>;
};

/** Throws CONCURRENCY_LIMITED_KEY when a key has too many open streams that no client reads. */
export function requireOpenStream({ keyId }: Caller): void {
  if ((openStreams.get(keyId) ?? 0) >= maxOpenStreams) throw new AppError("CONCURRENCY_LIMITED_KEY");
}

/** What a request's stream consists of. Throws RESULT_EXPIRED for a repeated one whose file is gone. */
export async function openSpeech(begun: Speech["begun"]): Promise<Speech> {
  if ("file" in begun) return { begun, read: () => begun.file.read(), words: begun.words, ran: begun.ran };
  const { audioObject, keepsNothing } = begun.finished;
  const file = audioObject && (await objectStore().open(audioObject));
  if (!file) throw keepsNothing ? notKept() : new AppError("RESULT_EXPIRED");
  return { begun, read: () => file.read(), words: [], ran: Promise.resolve(begun) };
}

/** All bytes of a speech, once its job has ended. Throws what the job throws. */
export async function readWhole({ begun, read, ran }: Speech): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of read()) chunks.push(chunk);
    await ran;
    return Buffer.concat(chunks);
  } finally {
    if ("file" in begun) begun.leave(true);
  }
}

/** The headers before the first byte: the price of a text is known when it begins. */
export function speechHeaders({ begun }: Speech, engine: string | null): Record<string, string> {
  const ran =
    "file" in begun
      ? { finished: { ...begun.call, ...chargeOf(begun.call), resultCode: null }, isReplay: false }
      : begun;
  return {
    ...chargeHeaders(ran, engine),
    "x-ai-generated": "true",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  };
}

/** The type of the audio; that of raw samples names their rate. */
export function audioType({ audioFormat: format, sampleRate, container }: SpeechRequest): string {
  if (!isTelephoneFormat(format)) return typeOf(format);
  if (container === "wav") return typeOf("wav");
  const rate = sampleRate ?? (format === "pcm" ? 24_000 : 8000);
  if (format === "mulaw" && rate === 8000) return contentTypes.mulaw;
  const types = { pcm: contentTypes.pcm, mulaw: "audio/PCMU", alaw: contentTypes.alaw };
  return `${types[format]};rate=${rate};channels=1`;
}

type Sending = {
  caller: Caller;
  outgoing?: ServerResponse;
  headers: Record<string, string>;
  /** After so long without reading, the client's connection is closed. */
  mostUnreadMs?: number;
};

/** Sends parts as they come. If the job fails, the connection breaks: no client takes the beginning for the whole. */
export function sendStream(
  { begun, ran }: Speech,
  parts: AsyncIterable<Uint8Array | string>,
  { caller: { keyId }, outgoing, headers, mostUnreadMs = unreadMs }: Sending,
): StreamedAnswer {
  const isThere = outgoing?.destroyed !== true;
  openStreams.set(keyId, (openStreams.get(keyId) ?? 0) + 1);
  const body = Readable.from(orBreakOff(parts, outgoing), { objectMode: true, highWaterMark: 1 });
  body.once("close", () => {
    const left = (openStreams.get(keyId) ?? 1) - 1;
    if (left > 0) openStreams.set(keyId, left);
    else openStreams.delete(keyId);
    // A client that left before the first byte may send its request again.
    if ("file" in begun) begun.leave(isThere);
  });
  body.once("error", () => undefined);
  outgoing?.setTimeout(mostUnreadMs);
  const web = Readable.toWeb(body, { strategy: { highWaterMark: 0 } }) as ReadableStream;
  const ended = ran.then(
    () => undefined,
    () => undefined,
  );
  return new StreamedAnswer(new Response(web, { headers }), ended);
}

async function* orBreakOff(parts: AsyncIterable<Uint8Array | string>, outgoing?: ServerResponse) {
  try {
    for await (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part;
  } catch (error) {
    if (!outgoing) throw error;
    outgoing.destroy();
  }
}
