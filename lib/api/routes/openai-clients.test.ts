// @module-tag slow
import * as provider6 from "@ai-sdk/openai";
import * as ai6 from "ai";
import * as openai6 from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasFfmpegEncoders } from "@/lib/engines/ffmpeg-encoders";
import { startApi } from "@/testing/harness/api";
import { needs } from "@/testing/harness/needs";
import { bytesOf, countJobs, hello, makeOpenaiPartner } from "@/testing/harness/openai";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
let audio: Uint8Array;
beforeAll(async () => {
  api = await startApi();
  const { openai } = await makeOpenaiPartner(api.url);
  audio = await bytesOf(await openai.audio.speech.create({ ...hello, response_format: "wav" }));
});
afterAll(() => api.close());

type Clients = {
  createOpenAI: typeof provider6.createOpenAI;
  generateSpeech: typeof ai6.experimental_generateSpeech;
  transcribe: typeof ai6.experimental_transcribe;
  OpenAI: typeof openai6.default;
  toFile: typeof openai6.toFile;
};

const clients6: Clients = {
  ...provider6,
  ...openai6,
  OpenAI: openai6.default,
  generateSpeech: ai6.experimental_generateSpeech,
  transcribe: ai6.experimental_transcribe,
};

/** The newer ones need Node 22. Their types are others, but what is called here is the same. */
async function loadClients7(): Promise<Clients> {
  const [provider, ai, openai] = await Promise.all([import("@ai-sdk/openai-4"), import("ai-7"), import("openai-7")]);
  const { createOpenAI } = provider;
  const { generateSpeech, transcribe } = ai;
  return {
    createOpenAI,
    generateSpeech,
    transcribe,
    OpenAI: openai.default,
    toFile: openai.toFile,
  } as unknown as Clients;
}

async function speakAndTranscribe({ createOpenAI, generateSpeech, transcribe, OpenAI, toFile }: Clients) {
  const { key, businessId } = await makeOpenaiPartner(api.url);
  const provider = createOpenAI({ baseURL: `${api.url}/v1`, apiKey: key });
  const formats = ["mp3", "wav", "opus", ...(hasFfmpegEncoders() ? ["aac", "flac"] : [])];
  for (const outputFormat of formats) {
    const text = "Xin chào Việt Nam";
    const spoken = await generateSpeech({ model: provider.speech("tts-1"), text, voice: "alloy", outputFormat });
    expect(spoken.audio.uint8Array.length).toBeGreaterThan(1000);
  }
  const options = { language: "vi", temperature: 0, timestampGranularities: ["word"] };
  const model = provider.transcription("whisper-1");
  const transcript = await transcribe({ model, audio, providerOptions: { openai: options } });
  expect(transcript).toMatchObject({ text: "xin chào việt nam", language: "vi", durationInSeconds: 1 });
  expect(transcript.segments).toEqual([
    { text: "xin chào việt nam", startSecond: expect.any(Number), endSecond: expect.any(Number) },
  ]);
  for (const name of ["whisper-1", "gpt-4o-transcribe", "gpt-4o-mini-transcribe"] as const) {
    const { text } = await transcribe({ model: provider.transcription(name), audio });
    expect(text).toBe("xin chào việt nam");
  }
  const openai = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: key, maxRetries: 0 });
  const verbose = await openai.audio.transcriptions.create({
    file: await toFile(audio, "hello.wav"),
    model: "whisper-1",
    response_format: "verbose_json",
    timestamp_granularities: ["word", "segment"],
  });
  expect([verbose.segments?.[0]?.tokens, verbose.words?.length]).toEqual([[], 4]);
  await settleCalls();
  expect(await countJobs(businessId)).toBe(formats.length + 5);
}

test("the AI SDK 6 and OpenAI's client 6 speak and transcribe, and each call is one job", async () => {
  await speakAndTranscribe(clients6);
});

const has22 = Number(process.versions.node.split(".")[0]) >= 22;

test.runIf(has22)("the AI SDK 7 and OpenAI's client 7 do the same", needs("Node 22"), async () => {
  await speakAndTranscribe(await loadClients7());
});
