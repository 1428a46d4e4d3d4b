import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { writeWav } from "@/lib/engines/providers/openai/write-wav";
import { makeTone } from "./sound";

/** A received request with its complete body. */
export type Seen = { method: string; path: string; headers: IncomingMessage["headers"]; body: Buffer };

/** Responds to a request, possibly late, incorrectly or never. */
export type Behavior = (seen: Seen, response: ServerResponse) => void | Promise<void>;

export type SpeechServer = {
  /** The base URL, with its `/v1`. */
  url: string;
  /** All requests since the start, oldest first. */
  seen: Seen[];
  /** How many calls are running now. */
  readonly inFlight: number;
  behave(behavior: Behavior): void;
  close(): Promise<void>;
};

/** One second of a tone at 24 kHz. */
export const spokenWav = Buffer.concat(writeWav({ samples: makeTone(220, 24_000, 1), sampleRate: 24_000 }));

export const expectedTranscript = {
  task: "transcribe",
  language: "vietnamese",
  duration: 2,
  text: "Xin chào Việt Nam.",
  segments: [
    { id: 0, start: 0, end: 1.2, text: " Xin chào", no_speech_prob: 0.02 },
    { id: 1, start: 1.2, end: 2, text: " Việt Nam.", no_speech_prob: 0.4 },
  ],
};

export const sendJson = (response: ServerResponse, status: number, value: unknown): void => {
  const body = JSON.stringify(value);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
};

export const sendAudio = (response: ServerResponse, bytes: Buffer, type = "audio/wav"): void => {
  response.writeHead(200, { "content-type": type, "content-length": bytes.length }).end(bytes);
};

/** Responds like a healthy server, at once. */
export const well: Behavior = ({ path, body }, response) => {
  if (path === "/v1/audio/speech") return sendAudio(response, spokenWav);
  if (path === "/v1/audio/transcriptions") {
    const isPlain = !body.includes("verbose_json");
    return sendJson(response, 200, isPlain ? { text: expectedTranscript.text } : expectedTranscript);
  }
  if (path === "/v1/models")
    return sendJson(response, 200, { object: "list", data: [{ id: "tts-1", object: "model" }] });
  return sendJson(response, 404, { error: { message: "Not found" } });
};

type Options = { behavior?: Behavior; apiKey?: string; remembers?: boolean };

/** A local server with OpenAI's audio API. `remembers: false` avoids filling the memory in a long bench. */
export async function startSpeechServer({ behavior = well, apiKey, remembers = true }: Options = {}) {
  let [current, inFlight] = [behavior, 0];
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    inFlight++;
    response.on("close", () => inFlight--);
    const body = await buffer(request).catch(() => Buffer.alloc(0));
    const one = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
    if (remembers) seen.push(one);
    if (apiKey && request.headers.authorization !== `Bearer ${apiKey}`) {
      return sendJson(response, 401, { error: { message: `Incorrect API key: ${request.headers.authorization}` } });
    }
    await current(one, response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    get inFlight() {
      return inFlight;
    },
    behave(next) {
      current = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise<void>((done) => server.close(() => done()));
    },
  } satisfies SpeechServer;
}
