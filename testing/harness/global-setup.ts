import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildWorker } from "@/scripts/bundle.mjs";

/** Secrets of the run, for every process of it, and a directory for its files. */
export default async function setup(project: TestProject) {
  process.env.LOG_LEVEL ??= "silent";
  process.env.VANG_WARM_UP ??= "0";
  process.env.VANG_METRICS ??= "off";
  process.env.NEXTAUTH_SECRET = randomBytes(32).toString("base64url");
  process.env.VANG_PEPPERS = `1:${randomBytes(32).toString("base64url")}`;
  process.env.VANG_ENCRYPTION_KEYS = `1:${randomBytes(32).toString("base64url")}`;
  process.env.VANG_LINK_SECRET = randomBytes(32).toString("base64url");
  const scratch = mkdtempSync(join(tmpdir(), "vang-tests-"));
  project.provide("scratch", scratch);
  await buildWorker();
  // The shared console may still be ending.
  return () => rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}

declare module "vitest" {
  interface ProvidedContext {
    /** A directory that is removed after the run. */
    scratch: string;
  }
}
