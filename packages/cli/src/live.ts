import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type LiveOptions, type LiveSession, VangError } from "@vang/sdk";
import type { Call } from "./call";
import { metadataOf, numberOf } from "./parse";
import { openSound, type Sound } from "./sound";
import { clearProgress, note, print, showProgress } from "./terminal";
import { currentLanguage, formatNumber, formatVnd, say } from "./words";

type LiveMessage = Parameters<NonNullable<LiveOptions["onMessage"]>>[0];

/** Sound goes out in messages of a tenth of a second, and a little faster than it is spoken where it comes from a file. */
const messageSeconds = 0.1;
const pauseMs = 85;

/** Prints each utterance when it ends. Ctrl-C ends the recording, and the last words are still printed. */
export async function transcribeLive(call: Call): Promise<void> {
  const { args, given, signal, vang } = call;
  const { model, language, formatting, keyterm, device } = given;
  const wantedRate = numberOf("sampleRate", given, { min: 8000, max: 48_000 });
  const client = vang();
  const sound = await openSound(args[0], { sampleRate: wantedRate, device }, signal);
  const { WebSocket, rejection } = await openSockets();
  const keyterms = keyterm?.join("\n");
  const session = client.live({
    query: { sampleRate: sound.sampleRate, modelId: model, languageCode: language, formatting, keyterms },
    metadata: metadataOf(given),
    onMessage: given.json ? (message) => void print(JSON.stringify(message)) : show,
    WebSocket,
  });
  if (sound.isRecorded) note(say("cli.listening"));
  try {
    // A session that ends by itself needs no more sound.
    await Promise.race([sendSound(session, sound), session.done]);
    await session.done;
  } catch (error) {
    throw (await rejection()) ?? error;
  }
}

/**
 * The WebSockets of `ws`, since Node 20 has no client of its own, and why one was not opened. Loaded only here: other
 * commands need not read them.
 */
async function openSockets() {
  const { WebSocket } = await import("ws");
  let reading: Promise<VangError> | undefined;
  class Reporting extends WebSocket {
    constructor(...options: ConstructorParameters<typeof WebSocket>) {
      super(...options);
      this.once("unexpected-response", (_, response) => {
        // Terminated earlier, the connection would lose the part of the body that has not come yet.
        reading = readRejection(response).finally(() => this.terminate());
      });
    }
  }
  return { WebSocket: Reporting, rejection: () => reading };
}

async function readRejection(response: IncomingMessage): Promise<VangError> {
  const status = response.statusCode ?? 0;
  const text = String(Buffer.concat(await response.toArray().catch(() => [])));
  try {
    const { message, ...problem } = JSON.parse(text);
    return new VangError(message, { status, ...problem });
  } catch {
    return new VangError(say("cli.responded", { status }), { status });
  }
}

function show(message: LiveMessage): void {
  if (message.type === "partial") showProgress(message.text);
  if (message.type === "warning") note(currentLanguage() === "vi" ? message.messageVi : message.message);
  if (message.type === "final" && message.text !== "") {
    clearProgress();
    void print(message.text);
  }
  if (message.type === "done") {
    const { audioSeconds, chargeVnd, trackingId } = message;
    note(say("cli.liveDone", { seconds: formatNumber(audioSeconds), charge: formatVnd(chargeVnd), trackingId }));
  }
}

/** Sends sound as it comes, or about as fast as it is spoken, and then the wish to end. */
async function sendSound(session: LiveSession, { stream, sampleRate, isRecorded }: Sound): Promise<void> {
  const bytes = Math.round(sampleRate * messageSeconds) * 2;
  let waiting = new Uint8Array();
  for await (const part of stream) {
    waiting = new Uint8Array(Buffer.concat([waiting, part]));
    for (; waiting.length >= bytes; waiting = waiting.slice(bytes)) {
      session.send(waiting.slice(0, bytes));
      if (!isRecorded) await sleep(pauseMs);
    }
  }
  if (waiting.length > 1) session.send(waiting.slice(0, waiting.length - (waiting.length % 2)));
  session.finish();
}
