// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staffChain } from "@/lib/access/audit/platform-acts";
import { endInstallation } from "@/lib/engines/models/installation";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { serveFiles, stallAt } from "@/testing/fakes/file-server";
import { describeModel, voiceEntry } from "@/testing/fakes/tiny-installed";
import { tinyVoice } from "@/testing/fakes/tiny-models";
import { startApi } from "@/testing/harness/api";
import { cancelVoice, installVoice, listNaturalVoices } from "./voices";

const directory = mkdtempSync(join(tmpdir(), "vang-voices-"));
const mirrored = Object.fromEntries(Object.entries(tinyVoice).map(([path, bytes]) => [`tiny-tts/${path}`, bytes]));
const before = { ...process.env };
let server: Awaited<ReturnType<typeof serveFiles>>;
let api: Awaited<ReturnType<typeof startApi>>;

const bound = describeModel({ ...voiceEntry, id: "bound-tts" }, tinyVoice);
const license = { ...bound.license, spdx: "CC-BY-NC-4.0", commercial: false, acceptRequired: true };

beforeAll(async () => {
  server = await serveFiles(mirrored);
  const models = [describeModel(voiceEntry, tinyVoice), { ...bound, license }];
  process.env.MODELS_DIR = join(directory, "models");
  process.env.MODELS_MANIFEST = join(directory, "mine.json");
  process.env.MODELS_MIRROR = server.address;
  writeFileSync(process.env.MODELS_MANIFEST, JSON.stringify({ schema: 1, models }));
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  await endInstallation();
  server.close();
  process.env = before;
  rmSync(directory, { recursive: true });
});

const state = async () => (await listNaturalVoices(await makeStaff("support"), "vi")).installation?.phase;

test("from a press of the staff a voice comes from the operator's mirror and speaks within five seconds, without a restart", async () => {
  const admin = await makeStaff("admin");
  const key = await makeKey(await makeMember({ creditMilli: 50_000_000n }));
  const { offers, installation } = await listNaturalVoices(admin, "vi");
  expect(installation).toBeNull();
  expect(offers.map(({ model, isReady }) => ({ model, isReady }))).toEqual([
    { model: "tiny-tts", isReady: false },
    { model: "bound-tts", isReady: false },
  ]);
  expect(offers[0]).toMatchObject({
    training: { data: "Không bản thu nào: mỗi âm vị là một mức." },
    isVerified: false,
  });
  expect(server.requests).toEqual([]);

  server.trick("tiny-tts/voice.onnx", stallAt(100));
  await installVoice(admin, { model: "tiny-tts" });
  await expect(installVoice(admin, { model: "tiny-tts" })).rejects.toThrow("Another installation is running");
  await expect.poll(() => server.requests).toHaveLength(1);
  await cancelVoice(admin);
  await expect.poll(state, { timeout: 5000 }).toBe("canceled");

  await installVoice(admin, { model: "tiny-tts" });
  await expect.poll(state, { timeout: 30_000 }).toBe("ready");
  const startedAt = performance.now();
  const hello = { text: "Xin chào Việt Nam", voiceId: "tiny", modelId: "tiny-tts", audioFormat: "wav" };
  await expect.poll(async () => (await api.post("/tts", key, hello)).status, { timeout: 5000 }).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(JSON.stringify((await api.get("/tts/voices", key)).json)).toContain('"voiceId":"tiny"');

  const acts = await db.auditEvent.findMany({ where: { businessId: staffChain }, orderBy: { sequence: "asc" } });
  expect(acts.map(({ action }) => action)).toEqual(["voice.started", "voice.canceled", "voice.started"]);
});

test("only those who manage an installation install voices, only those of the list, and only with an accepted license", async () => {
  const support = await makeStaff("support");
  const forbidden = { code: "FORBIDDEN" };
  await expect(installVoice(support, { model: "tiny-tts" })).rejects.toMatchObject(forbidden);
  await expect(cancelVoice(support)).rejects.toMatchObject(forbidden);
  const engineer = await makeStaff("engineer");
  for (const model of ["../../etc", "zipformer-vi"])
    await expect(installVoice(engineer, { model })).rejects.toThrow(`no voice ${model}`);
  await expect(installVoice(engineer, { model: "bound-tts" })).rejects.toThrow("CC-BY-NC-4.0 has to be accepted");
});

test("a manifest that lacks something is shown with what it lacks", async () => {
  const manifest = process.env.MODELS_MANIFEST as string;
  const { consent, ...silent } = describeModel(voiceEntry, tinyVoice);
  writeFileSync(manifest, JSON.stringify({ schema: 1, models: [silent] }));
  expect(await listNaturalVoices(await makeStaff("support"), "en")).toMatchObject({
    offers: [],
    problem: expect.stringContaining("tiny-tts has to show that the people whose voice it is agreed"),
  });
});
