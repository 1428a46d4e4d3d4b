// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Behavior, sendJson } from "@/testing/fakes/speech-server";
import { startApiProcessesWith } from "@/testing/harness/api-processes";
import { findInStorage, plainForm } from "@/testing/harness/find-in-storage";
import { startSttApi, wavOf } from "@/testing/harness/stt-api";

// A started process with all its logs, and engines that write numbers in ways that hide them.
const { engine, key, close } = await startSttApi();
let processes: Awaited<ReturnType<typeof startApiProcessesWith>>;
beforeAll(async () => {
  processes = await startApiProcessesWith([{ LOG_LEVEL: "debug" }]);
});
afterAll(async () => {
  await processes.stop();
  await close();
});

const phone = "không chín tám bảy sáu năm bốn ba hai một";
/** Parts of the numbers that are hardly a time, an amount or an identifier of a row. */
const secret =
  /không chín|chín tám|tám bảy|sáu năm|năm bốn|bốn ba|hai một|987654|98765|654321|(?<![\p{L}\d.,:-])(?:0987|4111)(?![\p{L}\d.,:-])/iu;

type Segment = { text: string; words?: string[] };

/** An engine that gives these segments, each of one second, with the words of each and a confidence where it has them. */
const recognize =
  (...segments: Segment[]): Behavior =>
  (_, response) => {
    const timed = segments.flatMap(({ text, words = text.split(" ") }, at) =>
      words.map((word, index) => ({
        word,
        start: at + index / words.length,
        end: at + (index + 0.9) / words.length,
        probability: 0.9,
      })),
    );
    sendJson(response, 200, {
      text: segments.map(({ text }) => text).join(" "),
      segments: segments.map(({ text }, at) => ({ id: at, start: at, end: at + 1, text, avg_logprob: -0.1 })),
      words: timed,
    });
  };

const engines: Record<string, Segment[]> = {
  "one segment": [{ text: `số của em là ${phone} nhé chị` }],
  "a number split between segments": [
    { text: "số của em là không chín tám bảy sáu" },
    { text: "năm bốn ba hai một nhé chị" },
  ],
  "a number split between three segments, repeated by the other speaker": [
    { text: "số của em là không chín tám bảy dạ" },
    { text: "không chín tám bảy sáu năm bốn" },
    { text: "dạ ba hai một đúng rồi" },
  ],
  "decomposed letters": [{ text: `số của em là ${phone} nhé`.normalize("NFD") }],
  "fullwidth digits": [{ text: "số của em là ０９８７ ６５４ ３２１ nhé" }],
  "digits with invisible characters": [{ text: "số của em là 0\u200b987\u00ad65\u200d4321 nhé" }],
  "a text in digits whose words are spoken": [{ text: "Số của em là 0987 654 321.", words: phone.split(" ") }],
  "two numbers side by side": [{ text: `${phone} ${phone}` }],
  "a card and what follows": [{ text: "thẻ 4111 1111 1111 1111 hết hạn 09/28 cvv 987 nhé" }],
};

const call = async (path: string, fields: Record<string, string> = {}, headers: HeadersInit = {}) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("file", await wavOf(3), "a.wav");
  const response = await fetch(`${processes.urls[0]}${path}`, {
    method: "POST",
    headers: { "x-api-key": key, authorization: `Bearer ${key}`, ...headers },
    body,
  });
  const text = await response.text();
  return { status: response.status, text: `${text} ${JSON.stringify([...response.headers])}` };
};

const lookUp = async (trackingId: string, format: string) => {
  const path = `${processes.urls[0]}/stt/jobs?id=${trackingId}&responseFormat=${format}`;
  const response = await fetch(path, { headers: { "x-api-key": key } });
  return { status: response.status, text: await response.text() };
};

const formats = ["json", "verbose_json", "srt", "vtt", "text"];

test.each(Object.entries(engines))(
  "nothing of what is redacted leaves the server or stays there: %s",
  async (name, segments) => {
    engine.behave(recognize(...segments));
    const before = await findInStorage(secret);
    const answers: { status: number; text: string }[] = [];
    for (const formatting of ["all", "none"]) {
      for (const responseFormat of formats) {
        const fields = { modelId: "listener", redact: "pii", formatting, responseFormat, keyterms: "Chín Bảy;B12" };
        answers.push(await call("/stt", fields));
      }
      for (const format of ["json", "verbose_json", "srt", "vtt", "text"]) {
        const fields = { model: "listener", redact: "pii", formatting, response_format: format };
        answers.push(await call("/v1/audio/transcriptions", fields));
      }
    }
    const kept = { "idempotency-key": `${name}` };
    const fields = { modelId: "listener", redact: "pii", formatting: "all" };
    const first = await call("/stt", fields, kept);
    const again = await call("/stt", fields, kept);
    answers.push(first, again);
    const trackingId = /"trackingId":"([^"]+)"/.exec(first.text)?.[1] ?? "";
    await expect.poll(async () => (await lookUp(trackingId, "json")).status, { timeout: 10_000 }).toBe(200);
    for (const format of formats) answers.push(await lookUp(trackingId, format));

    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.filter(({ text }) => secret.test(plainForm(text))).map(({ text }) => text.slice(0, 300))).toEqual(
      [],
    );
    expect(await findInStorage(secret)).toEqual(before);
    expect(secret.test(plainForm(processes.logged()))).toBe(false);
  },
);

test("the search finds what is not redacted", async () => {
  engine.behave(recognize({ text: `số của em là ${phone}` }));
  const before = await findInStorage(secret);
  const { text } = await call("/stt", { modelId: "listener" });
  expect(text).toMatch(secret);
  await expect.poll(async () => (await findInStorage(secret)).files, { timeout: 10_000 }).toBe((before.files ?? 0) + 1);
  expect(processes.logged()).not.toBe("");
});
