import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { WebSocket } from "ws";
import { encodeWav } from "@/lib/engines/audio/wav";
import { objectStore } from "@/lib/platform/objects/open";
import { toolRequest } from "./assistant";
import { pcmOf, sayNorthern, silence } from "./live";

/** Words that no row, file or log has otherwise. */
export const said = { text: "hạc giấy bay qua đồi sim", spoken: "rùa biển đi chợ nổi", file: "so-tay-hac-giay.wav" };

/** They in every form in which a row or a file can have them. */
export const saidPattern = new RegExp(
  ["hạc giấy", "đồi sim", "rùa biển", "chợ nổi", "hac-giay"]
    .flatMap((words) => [words, Buffer.from(words).toString("hex"), encodeURIComponent(words)])
    .join("|"),
  "i",
);

export type Way = { name: string; send: () => Promise<{ status: number; trackingId: string | null; body: string }> };

let sounds: ReturnType<typeof sayNorthern> | undefined;

/** Every path that makes a paid job, and how a request by it asks that nothing is kept; `asks: false` asks for nothing. */
export async function unkeptWays(url: string, key: string, { asks = true } = {}): Promise<Way[]> {
  sounds ??= sayNorthern(said.spoken);
  const sound = await sounds;
  const wav = new Uint8Array(await encodeWav({ samples: sound, sampleRate: 16_000 }));
  const header: Record<string, string> = asks ? { "x-retention": "none" } : { "x-retention": "default" };
  const bearer = { authorization: `Bearer ${key}` };
  const json = { "content-type": "application/json" };
  const withQuery = (path: string, parameter: string) =>
    asks ? `${path}${path.includes("?") ? "&" : "?"}${parameter}` : path;

  const post = async (path: string, body: RequestInit["body"], headers: Record<string, string>) => {
    const response = await fetch(url + path, { method: "POST", headers, body });
    const text = await response.text();
    return { status: response.status, trackingId: response.headers.get("x-tracking-id"), body: text };
  };
  const form = (fields: Record<string, string> = {}) => {
    const sent = new FormData();
    for (const [name, value] of Object.entries(fields)) sent.append(name, value);
    sent.append("file", new Blob([wav], { type: "audio/wav" }), said.file);
    return sent;
  };
  const own = { "x-api-key": key, ...header };
  const speech = JSON.stringify({ text: said.text, voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" });
  const { text } = said;
  return [
    { name: "POST /tts", send: () => post("/tts", speech, { ...own, ...json }) },
    { name: "POST /tts/stream", send: () => post("/tts/stream", speech, { ...own, ...json }) },
    {
      name: "POST /tts/stream as events",
      send: () => post("/tts/stream", speech, { ...own, ...json, accept: "text/event-stream" }),
    },
    { name: "POST /stt", send: () => post("/stt", form(), own) },
    {
      name: "OpenAI's speech",
      send: () =>
        post("/v1/audio/speech", JSON.stringify({ input: text, voice: "nova", model: "tts-1" }), {
          ...bearer,
          ...header,
          ...json,
        }),
    },
    {
      name: "OpenAI's transcription",
      send: () => post("/v1/audio/transcriptions", form({ model: "whisper-1" }), { ...bearer, ...header }),
    },
    {
      name: "ElevenLabs' speech",
      send: () =>
        post(withQuery("/v1/text-to-speech/north-linh", "enable_logging=false"), JSON.stringify({ text }), {
          "xi-api-key": key,
          ...json,
        }),
    },
    {
      name: "ElevenLabs' transcription",
      send: () =>
        post(withQuery("/v1/speech-to-text", "enable_logging=false"), form({ model_id: "scribe_v1" }), {
          "xi-api-key": key,
        }),
    },
    {
      name: "Deepgram's speech",
      send: () =>
        post(withQuery("/v1/speak?model=north-linh", "mip_opt_out=true"), JSON.stringify({ text }), {
          authorization: `Token ${key}`,
          ...json,
        }),
    },
    {
      name: "Deepgram's transcription",
      send: () => post(withQuery("/v1/listen", "mip_opt_out=true"), wav, { authorization: `Token ${key}` }),
    },
    { name: "FPT.AI's speech", send: () => post("/hmi/tts/v5", text, { "api-key": key, ...header }) },
    { name: "FPT.AI's transcription", send: () => post("/hmi/asr/general", wav, { "api-key": key, ...header }) },
    {
      name: "a tool of an assistant",
      send: async () => {
        const wanted = { text: said.text, voiceId: "north-linh", audioFormat: "wav" };
        const sent = toolRequest("tools/call", { name: "text_to_speech", arguments: wanted });
        const made = await post("/mcp", JSON.stringify(sent.json), { ...bearer, ...header, ...json, ...sent.headers });
        return { ...made, trackingId: /tts_[0-9a-v]{26}/.exec(made.body)?.[0] ?? null };
      },
    },
    {
      name: "Vbee's speech",
      send: () => post("/api/v1/tts", JSON.stringify({ input_text: text }), { ...bearer, ...header, ...json }),
    },
    {
      name: "live transcription",
      send: () => transcribeLive(withQuery(`${url}/stt/live`, "retention=none"), key, sound),
    },
    {
      name: "Deepgram's socket for texts",
      send: () => speakLive(withQuery(`${url}/v1/speak?model=north-linh`, "mip_opt_out=true"), key),
    },
  ];
}

async function converse(url: string, headers: Record<string, string>, say: (socket: WebSocket) => void) {
  const socket = new WebSocket(url.replace(/^http/, "ws"), [], { headers });
  const messages: Record<string, unknown>[] = [];
  socket.on("message", (data, isBinary) => {
    if (!isBinary) messages.push(JSON.parse(String(data)));
  });
  socket.once("open", () => say(socket));
  await new Promise((closed, failed) => socket.once("close", closed).once("error", failed));
  const named = messages.map((one) => one.trackingId ?? one.tracking_id).find((id) => typeof id === "string");
  return { status: 200, trackingId: String(named), body: JSON.stringify(messages) };
}

const transcribeLive = (url: string, key: string, sound: Float32Array) =>
  converse(url, { "x-api-key": key }, (socket) => {
    const bytes = pcmOf(silence(0.4), sound, silence(0.6));
    for (let at = 0; at < bytes.length; at += 3200) socket.send(bytes.subarray(at, at + 3200));
    socket.send(JSON.stringify({ type: "close" }));
  });

const speakLive = (url: string, key: string) =>
  converse(url, { authorization: `Token ${key}` }, (socket) => {
    for (const message of [{ type: "Speak", text: said.text }, { type: "Flush" }, { type: "Close" }])
      socket.send(JSON.stringify(message));
  });

/** The names of all objects in the store. */
export async function listObjects(): Promise<string[]> {
  const names: string[] = [];
  for await (const { object } of objectStore().list()) names.push(object);
  return names.sort();
}

/** Sends a few of them at a time, and returns the tracking IDs of what they made. */
export async function runWays(ways: readonly Way[]): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < ways.length; at += 4) {
    const sent = ways.slice(at, at + 4).map(async ({ name, send }) => {
      const { status, trackingId } = await send();
      expect([name, status]).toEqual([name, 200]);
      return String(trackingId);
    });
    ids.push(...(await Promise.all(sent)));
  }
  return ids;
}

/** Long jobs of a text and of a recording that is uploaded. */
export async function unkeptJobs(url: string, key: string, { asks = true } = {}) {
  sounds ??= sayNorthern(said.spoken);
  const wav = new Uint8Array(await encodeWav({ samples: await sounds, sampleRate: 16_000 }));
  const own = { "x-api-key": key, "x-retention": asks ? "none" : "default" };
  const read = async (path: string) => (await fetch(url + path, { headers: own })).text();
  const start = async (body: object): Promise<string> => {
    const headers = { ...own, "content-type": "application/json", "idempotency-key": randomUUID() };
    const response = await fetch(`${url}/jobs`, { method: "POST", headers, body: JSON.stringify(body) });
    expect(response.status).toBe(202);
    return ((await response.json()) as { jobId: string }).jobId;
  };
  const upload = async (): Promise<string> => {
    const headers = {
      ...own,
      "tus-resumable": "1.0.0",
      "upload-length": String(wav.length),
      "upload-metadata": `filename ${Buffer.from(said.file).toString("base64")}`,
      "content-type": "application/offset+octet-stream",
    };
    const response = await fetch(`${url}/uploads`, { method: "POST", headers, body: wav });
    return ((await response.json()) as { uploadId: string }).uploadId;
  };
  const state = async (id: string) => (JSON.parse(await read(`/jobs/${id}`)) as { status: string }).status;
  const text = `${said.text}. `.repeat(20);
  return [
    {
      create: () => start({ kind: "tts", text, voiceId: "north-linh" }),
      state,
      result: (id: string) => read(`/jobs/${id}/chapters`),
    },
    {
      create: async () => start({ kind: "stt", uploadId: await upload() }),
      state,
      result: (id: string) => read(`/stt/jobs?id=${id}`),
    },
  ];
}
