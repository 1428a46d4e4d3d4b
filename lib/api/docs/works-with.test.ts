import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { startApi } from "@/testing/harness/api";
import { makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";
import { compatible } from "./works-with";

let api: Awaited<ReturnType<typeof startApi>>;
let directory: string;
beforeAll(async () => {
  api = await startApi();
  // In the project, so that a sample finds the library that it names.
  directory = await mkdtemp(resolve(".build/samples-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await api.close();
});

const find = (id: string) => {
  const found = compatible(api.url).find((one) => one.id === id);
  if (!found) throw new Error(`The page does not name ${id}.`);
  return found;
};

/** The value of a setting as a user copies it. */
const setting = (id: string, name: string) =>
  new RegExp(`^${name} ?= ?(.*)$`, "m").exec(find(id).sample.code)?.[1]?.split(", ")[0] ?? "";

const expectJobs = async (businessId: string, id: string) => {
  await settleCalls();
  const jobs = await db.job.findMany({ where: { businessId, status: "completed" }, orderBy: { service: "asc" } });
  const { api: name, does } = find(id);
  expect(jobs.map(({ service, api }) => [service, api])).toEqual(does.map((service) => [service, name]));
};

test("the sample for openai, run as printed, speaks and prints what it spoke", async () => {
  const { key, businessId } = await makePartner();
  await writeFile(join(directory, "sample.mjs"), find("openai").sample.code);
  const env = { ...process.env, VANG_API_KEY: key };
  const { stdout } = await promisify(execFile)(process.execPath, ["sample.mjs"], { cwd: directory, env });
  expect(stdout).toMatch(/^xin chào việt nam/i);
  await expectJobs(businessId, "openai");
});

type Sent = {
  url: string;
  headers?: Record<string, string>;
  json?: object;
  form?: [name: string, value: string | File][];
};

/** What each product sends with the settings that the page shows, as the source code says that the page names. */
const requests: Record<string, (file: File | undefined) => Sent> = {
  n8n: (file) => {
    const url = setting("n8n", "Base URL");
    const json = { model: "tts-1", input: "Xin chào Việt Nam", voice: "alloy", response_format: "mp3", speed: 1 };
    if (!file) return { url: `${url}/audio/speech`, json };
    return {
      url: `${url}/audio/transcriptions`,
      form: [
        ["model", "whisper-1"],
        ["language", "vi"],
        ["file", file],
      ],
    };
  },
  "open-webui": (file) => {
    const [speech, transcription] = ["TTS", "STT"].map((one) =>
      setting("open-webui", `AUDIO_${one}_OPENAI_API_BASE_URL`),
    );
    const [voice, model] = [setting("open-webui", "AUDIO_TTS_VOICE"), setting("open-webui", "AUDIO_TTS_MODEL")];
    const user = { "X-OpenWebUI-User-Name": "Linh", "X-OpenWebUI-User-Role": "user" };
    if (!file)
      return { url: `${speech}/audio/speech`, headers: user, json: { input: "Xin chào Việt Nam", voice, model } };
    return {
      url: `${transcription}/audio/transcriptions`,
      form: [
        ["file", file],
        ["model", "whisper-1"],
      ],
    };
  },
  dify: (file) => {
    const url = setting("dify", "API endpoint URL");
    const [model, voice] = [setting("dify", "Model Name"), setting("dify", "Available Voices")];
    const json = { model, input: "Xin chào Việt Nam", voice, instruction: null, response_format: "mp3" };
    if (!file) return { url: `${url}/audio/speech`, json };
    return {
      url: `${url}/audio/transcriptions`,
      form: [
        ["model", "whisper-1"],
        ["file", file],
      ],
    };
  },
  "home-assistant": () => {
    const [model, voice] = [setting("home-assistant", "Model"), setting("home-assistant", "Voice")];
    const json = { model, input: "Xin chào Việt Nam", voice, response_format: "mp3", speed: 1 };
    const headers = { "User-Agent": "HomeAssistant-OpenAI-TTS" };
    return { url: setting("home-assistant", "API endpoint URL"), headers, json };
  },
};

test.each(Object.keys(requests))("the requests of %s succeed with the settings that the page shows", async (id) => {
  const { key, businessId } = await makePartner();
  const send = async ({ url, headers, json, form }: Sent) => {
    const body = new FormData();
    for (const [name, value] of form ?? []) body.append(name, value);
    const type: Record<string, string> = json ? { "content-type": "application/json" } : {};
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, ...type, ...headers },
      body: json ? JSON.stringify(json) : body,
    });
    expect(response.status, await response.clone().text()).toBe(200);
    return response;
  };
  const ask = requests[id] as (file: File | undefined) => Sent;
  const audio = new Uint8Array(await (await send(ask(undefined))).arrayBuffer());
  expect(Buffer.from(audio.subarray(0, 3)).toString()).toBe("ID3");
  if (find(id).does.includes("stt")) {
    const transcript = await send(ask(new File([audio], "audio.mp3", { type: "audio/mpeg" })));
    expect((await transcript.json()).text).toMatch(/^xin chào việt nam/i);
  }
  await expectJobs(businessId, id);
});

test("Open WebUI lists voices and models without a key", async () => {
  const url = setting("open-webui", "AUDIO_TTS_OPENAI_API_BASE_URL");
  const [voices, models] = await Promise.all(
    ["voices", "models"].map(async (one) => (await fetch(`${url}/audio/${one}`)).json()),
  );
  expect(voices.voices).toContainEqual({ id: "north-linh", name: expect.any(String) });
  expect(models.models).toContainEqual({ id: "vang-espeak" });
});

test("every product of the page has its requests here, and every other sample is a program", () => {
  const products = compatible("").filter(({ sample }) => sample.language === "Settings");
  expect(products.map(({ id }) => id)).toEqual(Object.keys(requests));
});
