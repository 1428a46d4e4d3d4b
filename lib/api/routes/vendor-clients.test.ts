// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { startApi } from "@/testing/harness/api";
import { installClients } from "@/testing/harness/installed-clients";
import { makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
let clients: Awaited<ReturnType<typeof installClients>>;
beforeAll(async () => {
  api = await startApi();
  clients = await installClients(["@elevenlabs/elevenlabs-js@2.73.0", "@deepgram/sdk@5.13.0"]);
}, 300_000);
afterAll(async () => {
  await api.close();
  await clients.remove();
});

const runProgram = (code: string, key: string) => clients.run(code, api.url, key);

test("ElevenLabs' own client speaks, streams, reads times, transcribes and lists with our address and key", async () => {
  const { key, businessId } = await makePartner();
  const printed = await runProgram(
    `import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";
    const client = new ElevenLabsClient({ baseUrl: process.argv[2], apiKey: process.argv[3] });
    const wanted = { text: "Xin chào Việt Nam", modelId: "eleven_multilingual_v2", outputFormat: "wav_16000" };
    const streamable = { ...wanted, outputFormat: "mp3_44100_128" };
    const collect = async (stream) => Buffer.from(await new Response(stream).arrayBuffer());
    const whole = await collect(await client.textToSpeech.convert("north-linh", wanted));
    const streamed = await collect(await client.textToSpeech.stream("21m00Tcm4TlvDq8ikWAM", streamable));
    const timed = await client.textToSpeech.convertWithTimestamps("north-linh", wanted);
    const characters = [];
    for await (const chunk of await client.textToSpeech.streamWithTimestamps("north-linh", streamable))
      characters.push(...(chunk.alignment?.characters ?? []));
    const transcript = await client.speechToText.convert({
      file: new Blob([whole], { type: "audio/wav" }),
      modelId: "scribe_v1",
    });
    const { voices } = await client.voices.getAll();
    const models = await client.models.list();
    const refused = await client.textToSpeech.convert("khong-co", wanted).catch((error) => error.body.detail.status);
    console.log(JSON.stringify({
      starts: [whole, streamed].map((bytes) => bytes.subarray(0, 4).toString()),
      timed: timed.alignment.characters.join(""),
      characters: characters.join(""),
      transcript: transcript.text,
      words: transcript.words.length,
      voices: voices.map(({ voiceId }) => voiceId),
      models: models.map(({ modelId }) => modelId),
      refused,
    }));`,
    key,
  );
  expect(printed).toMatchObject({
    starts: ["RIFF", expect.stringMatching(/^ID3/)],
    timed: "Xin chào Việt Nam",
    characters: "Xin chào Việt Nam",
    transcript: expect.stringMatching(/^xin chào việt nam/i),
    words: 7,
    voices: expect.arrayContaining(["north-linh"]),
    models: expect.arrayContaining(["vang-espeak"]),
    refused: "voice_unknown",
  });
  await settleCalls();
  expect(await db.job.count({ where: { businessId, status: "completed" } })).toBe(5);
  expect(await audit()).toEqual([]);
}, 60_000);

test("Deepgram's own client speaks, and transcribes a file with words and utterances, with our address and key", async () => {
  const { key, businessId } = await makePartner();
  const printed = await runProgram(
    `import { DeepgramClient } from "@deepgram/sdk";
    const client = new DeepgramClient({
      apiKey: process.argv[3],
      environment: { base: process.argv[2], agent: process.argv[2], production: process.argv[2] },
    });
    const speech = await client.speak.v1.audio.generate({
      text: "Xin chào Việt Nam",
      model: "aura-2-thalia-en",
      encoding: "linear16",
      container: "wav",
      sample_rate: 16000,
    });
    const audio = Buffer.from(await new Response(speech.stream()).arrayBuffer());
    const { results, metadata } = await client.listen.v1.media.transcribeFile(audio, {
      model: "nova-3",
      language: "vi",
      smart_format: true,
      utterances: true,
      keyterm: ["Vang", "SePay"],
    });
    const refused = await client.listen.v1.media
      .transcribeFile(Buffer.from("no sound"), { model: "nova-3" })
      .catch((error) => error.body.err_code);
    const [alternative] = results.channels[0].alternatives;
    console.log(JSON.stringify({
      start: audio.subarray(0, 4).toString(),
      transcript: alternative.transcript,
      words: alternative.words.map(({ word }) => word.toLowerCase()),
      utterances: results.utterances.length,
      duration: metadata.duration,
      refused,
    }));`,
    key,
  );
  expect(printed).toMatchObject({
    start: "RIFF",
    transcript: expect.stringMatching(/^xin chào việt nam/i),
    words: ["xin", "chào", "việt", "nam"],
    utterances: 1,
    refused: "AUDIO_UNSUPPORTED",
  });
  expect(printed.duration).toBeGreaterThanOrEqual(1);
  await settleCalls();
  expect(await db.job.count({ where: { businessId, status: "completed" } })).toBe(2);
  expect(await audit()).toEqual([]);
}, 60_000);
