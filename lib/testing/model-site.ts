import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { type InstallOptions, install } from "../speech/models/install";
import { findInstalled } from "../speech/models/installed";
import type { SpeechModel } from "../speech/models/manifest";
import { serveFiles } from "./file-server";
import { describeModel } from "./tiny-installed";

export const big = randomBytes(3_000_000);
export const small = randomBytes(1000);
export const files: Record<string, Buffer> = { "big.onnx": big, "tokens.txt": small };

export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

type Server = Awaited<ReturnType<typeof serveFiles>>;

/** Where the model `m` of two files is published and installed; fresh for each test. Only its bytes matter here. */
export const site = {} as { directory: string; server: Server; mirror: Server; tried: string[] };

export function prepareSite(): void {
  beforeEach(async () => {
    site.directory = mkdtempSync(join(tmpdir(), "vang-models-"));
    site.server = await serveFiles(files);
    site.mirror = await serveFiles({ ...files, "m/big.onnx": big, "m/tokens.txt": small });
    site.tried = [];
  });
  afterEach(() => {
    site.server.close();
    site.mirror.close();
    rmSync(site.directory, { recursive: true });
  });
}

type Changes = { hashes?: "unknown"; mirrored?: boolean; model?: Partial<SpeechModel> };

/** The model's entry, its hashes known unless told. */
export function makeModel({ hashes, mirrored, model: changed }: Changes = {}): SpeechModel {
  const given = { id: "m", kind: "stt" as const, config: { tokens: "tokens.txt" }, ...changed };
  const model = describeModel(given, files, site.server.address);
  const entries = model.files.map((file) => ({
    ...file,
    sha256: hashes === "unknown" ? null : sha256(files[file.path] as Buffer),
    mirrors: mirrored ? [site.mirror.address + file.path] : [],
  }));
  return { ...model, files: entries };
}

export const run = (model = makeModel(), options: Partial<InstallOptions> = {}) =>
  install(model, {
    directory: site.directory,
    accepted: [],
    trustFirst: false,
    report: () => undefined,
    tryOut: async ({ id }) => void site.tried.push(id),
    patience: { tries: 3, pauseMs: 5, silenceMs: 200 },
    ...options,
  });

export const at = (path: string) => join(site.directory, "m", path);

export const isReady = async () => (await findInstalled(site.directory, "m")) !== null;

export const bigRequests = () => site.server.requests.filter((request) => request.startsWith("big.onnx"));

export async function expectInstalled(): Promise<void> {
  expect(await isReady()).toBe(true);
  expect(readFileSync(at("big.onnx")).equals(big)).toBe(true);
  expect(readFileSync(at("tokens.txt")).equals(small)).toBe(true);
  expect(existsSync(at("big.onnx.part"))).toBe(false);
}
