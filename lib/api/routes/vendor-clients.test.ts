// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { startReceiver } from "@/testing/fakes/receiver";
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
    const alias = (stringToReplace, alias) => ({ type: "alias", stringToReplace, alias });
    const dictionaries = client.pronunciationDictionaries;
    const made = await dictionaries.createFromRules({ name: "Ngân hàng", rules: [alias("ACB", "á châu")] });
    const { versionId } = await dictionaries.rules.add(made.id, { rules: [alias("TPB", "tiên phong")] });
    const locator = { pronunciationDictionaryId: made.id, versionId };
    const named = await client.textToSpeech.convertWithTimestamps("north-linh", {
      ...wanted,
      text: "ACB TPB",
      pronunciationDictionaryLocators: [locator],
    });
    const listed = await dictionaries.list({ pageSize: 10 });
    const { rules } = await dictionaries.get(made.id);
    const lexicon = await new Response(await dictionaries.download(made.id, versionId)).text();
    const { archivedTimeUnix } = await dictionaries.update(made.id, { archived: true });
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
      named: named.normalizedAlignment.characters.join(""),
      dictionaries: listed.pronunciationDictionaries.map(({ name, latestVersionRulesNum }) => [name, latestVersionRulesNum]),
      rules: rules.map((rule) => rule.alias),
      lexemes: lexicon.split("<lexeme>").length - 1,
      isArchived: archivedTimeUnix > 0,
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
    named: "á châu tiên phong",
    dictionaries: [["Ngân hàng", 2]],
    rules: ["á châu", "tiên phong"],
    lexemes: 2,
    isArchived: true,
  });
  await settleCalls();
  expect(await db.job.count({ where: { businessId, status: "completed" } })).toBe(6);
  expect(await audit()).toEqual([]);
}, 60_000);

test("Deepgram's own client speaks, and transcribes a file with words and utterances, with our address and key", async () => {
  const { key, businessId } = await makePartner();
  const receiver = await startReceiver();
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
    const accepted = await client.listen.v1.media.transcribeFile(audio, {
      model: "nova-3",
      language: "vi",
      callback: "${receiver.url}",
    });
    const [alternative] = results.channels[0].alternatives;
    console.log(JSON.stringify({
      start: audio.subarray(0, 4).toString(),
      transcript: alternative.transcript,
      words: alternative.words.map(({ word }) => word.toLowerCase()),
      utterances: results.utterances.length,
      duration: metadata.duration,
      accepted: accepted.request_id,
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
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
  const { metadata, results } = JSON.parse(receiver.received[0]?.body ?? "");
  expect(metadata.request_id).toBe(printed.accepted);
  expect(results.channels[0].alternatives[0].transcript).toMatch(/^xin chào việt nam/i);
  await receiver.close();
  await settleCalls();
  expect(await db.job.count({ where: { businessId, status: "completed" } })).toBe(3);
  expect(await audit()).toEqual([]);
}, 60_000);
