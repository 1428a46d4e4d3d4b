import { afterEach } from "vitest";
import { parseEngineFile } from "@/lib/engines/config/parse";
import type { SpeechProvider, TranscriptionRequest } from "@/lib/engines/provider";
import { openOpenAi } from "@/lib/engines/providers/openai/provider";
import type { OpenAiEngine } from "@/lib/engines/providers/openai/schema";
import { makeTone } from "./sound";
import { type Behavior, type SpeechServer, startSpeechServer, well } from "./speech-server";

const opened: { close?(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close?.();
});

/** An upstream of an engine that is closed when the test ends. */
export const startMachine = async (behavior: Behavior = well, apiKey?: string): Promise<SpeechServer> => {
  const server = await startSpeechServer({ behavior, apiKey });
  opened.push(server);
  return server;
};

const prices = [{ priceVnd: 500, from: "2026-01-01T00:00:00+07:00" }];
const voices = [{ voiceId: "ngoc", upstreamVoice: "nova", name: "Ngọc", gender: "female", region: "south" }];
const speaker = { kind: "tts", modelId: "reader", upstreamModel: "tts-1", name: "Reader", prices, voices };
const listener = { kind: "stt", modelId: "listener", upstreamModel: "whisper-1", name: "Listener", prices };

type Overrides = Record<string, unknown> & { upstream?: object; model?: object; recognizer?: object };

/** The engine file of an engine with these upstreams; overrides apply to each upstream, a model or the engine. */
export function writeEngine(
  servers: readonly Pick<SpeechServer, "url">[],
  { upstream = {}, model = {}, recognizer = {}, ...engine }: Overrides = {},
): string {
  const upstreams = servers.map(({ url }) => ({ baseUrl: url, ...upstream }));
  const entry = {
    id: "remote",
    type: "openai",
    upstreams,
    models: [
      { ...speaker, ...model },
      { ...listener, ...recognizer },
    ],
    ...engine,
  };
  return JSON.stringify({ engines: [entry] });
}

/** That engine itself. */
export function openEngine(servers: readonly SpeechServer[], overrides: Overrides = {}) {
  const { engines } = parseEngineFile(writeEngine(servers, overrides));
  const provider = openOpenAi(engines[0] as OpenAiEngine, () => undefined);
  opened.unshift(provider);
  return provider;
}

export const within = (ms: number) => AbortSignal.timeout(ms);

export const say = (provider: SpeechProvider, text = "Xin chào", config = {}, signal = within(10_000)) =>
  provider.synthesize?.({ text, voiceId: "ngoc", modelId: "reader", config }, signal) ?? Promise.reject();

type Wanted = Pick<TranscriptionRequest, "wantsWords" | "diarize">;

export const listen = (provider: SpeechProvider, audioSeconds = 1, config = {}, wanted: Wanted = {}) => {
  const audio = { samples: makeTone(200, 16_000, audioSeconds), sampleRate: 16_000 };
  const request = { audio, modelId: "listener", languageCode: "vi-VN", ...wanted, config };
  return provider.transcribe?.(request, within(10_000));
};

export const failure = (promise: Promise<unknown> | undefined) =>
  promise?.then(
    () => null,
    (error: unknown) => error,
  );

export const bodyOf = (server: SpeechServer) => JSON.parse(String(server.seen.at(-1)?.body));
