// @module-tag promise
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { generateApi } from "swagger-typescript-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
let directory: string;
beforeAll(async () => {
  api = await startApi();
  directory = await mkdtemp(join(tmpdir(), "vang-client-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await api.close();
});

/** What a program writes that has a key and the client that was made from `/openapi.json`. */
const program = `
import { Api, type HttpResponse, type Problem } from "./client";

export async function run(baseUrl: string, key: string) {
  const vang = new Api({ baseUrl, securityWorker: () => ({ headers: { "X-Api-Key": key } }) });
  const codeOf = (call: Promise<unknown>) =>
    call.then(() => "none", (refused: HttpResponse<unknown, Problem>) => refused.error.code);

  const { voices } = (await vang.tts.listVoices()).data;
  const voice = voices.find(({ region, gender }) => region === "north" && gender === "female");
  const modelId = voice?.modelIds[0];
  if (!voice || !modelId) throw new Error("no voice");
  const request = { text: "Xin chào Việt Nam", voiceId: voice.voiceId, modelId, audioFormat: "wav" } as const;

  const spoken = await vang.tts.createSpeech(request);
  const { trackingId, audioUrl } = spoken.data;
  const found = (await vang.tts.getSpeech({ id: trackingId })).data;
  const part = (name: string) => new URL(audioUrl).searchParams.get(name) ?? "";
  const link = { object: part("object"), expires: part("expires"), signature: part("signature") };
  const audio = (await vang.tts.downloadSpeechAudio(link, { format: "blob" })).data;
  const recorded = (await vang.ai.getSpeechAudio(trackingId, { format: "blob" })).data;

  const transcribed = await vang.stt.createTranscription({ file: new File([audio], "a.wav") });
  const later = (await vang.stt.getTranscription({ id: transcribed.data.trackingId }, { format: "json" })).data;
  const erased = [
    (await vang.tts.deleteSpeech({ id: trackingId })).data,
    (await vang.ai.deleteTranscriptionAlias(transcribed.data.trackingId)).data,
  ];
  return {
    cost: spoken.headers.get("x-charge-vnd"),
    isFoundAlike: found.audioUrl === audioUrl && later.transcript === transcribed.data.transcript,
    sizes: [spoken.data.fileSizeBytes, audio.size, recorded.size],
    transcript: transcribed.data.transcript,
    engine: transcribed.headers.get("x-engine"),
    kinds: erased.flatMap(({ objects }) => objects.map(({ kind }) => kind)),
    refused: [
      await codeOf(vang.tts.createSpeech({ ...request, text: "" })),
      await codeOf(vang.tts.getSpeech({ id: trackingId })),
      await codeOf(vang.ai.getTranscriptionAlias(transcribed.data.trackingId)),
    ],
  };
}
`;

async function writeClient(): Promise<void> {
  const spec = (await api.get("/openapi.json")).json as never;
  await generateApi({ spec, output: directory, fileName: "client.ts", httpClientType: "fetch", silent: true });
}

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: "es2023",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["dom", "dom.iterable", "esnext"],
  types: [],
};

test("a client generated from the description compiles, and speaks, looks up, downloads, listens and erases", {
  tags: "deep",
}, async () => {
  await writeClient();
  await writeFile(join(directory, "program.ts"), program);
  await writeFile(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  const compiler = join(process.cwd(), "node_modules", "typescript", "bin", "tsc");
  expect(spawnSync(process.execPath, [compiler, "-p", directory], { encoding: "utf8" }).stdout).toBe("");

  const outfile = join(directory, "program.mjs");
  await build({ entryPoints: [join(directory, "program.ts")], outfile, bundle: true, format: "esm", platform: "node" });
  const { run } = await import(/* @vite-ignore */ pathToFileURL(outfile).href);
  const result = await run(api.url, await makeKey(await makeMember({ creditMilli: 50_000_000n })));
  const [size] = result.sizes;
  expect(result).toEqual({
    cost: "5.1",
    isFoundAlike: true,
    sizes: [size, size, size],
    transcript: "xin chào việt nam",
    engine: "demo-synthetic",
    kinds: ["audio", "text", "transcript", "input"],
    refused: ["TEXT_EMPTY", "RESULT_EXPIRED", "RESULT_EXPIRED"],
  });
});
