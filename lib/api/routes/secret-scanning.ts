import "server-only";
import { verify } from "node:crypto";
import type { Hono } from "hono";
import { z } from "zod";
import type { ApiEnv } from "@/lib/api/authenticate";
import { readBytes } from "@/lib/api/body";
import { flagLeaked } from "@/lib/keys/leaks";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { findScanningKey } from "./scanning-keys";

const reportSchema = z
  .array(
    z.object({
      token: z.string().max(200),
      type: z.string().max(100),
      url: z.string().max(2000).optional(),
      source: z.string().max(100).optional(),
    }),
  )
  .max(1000);

const maxReportBytes = 1024 * 1024;

/**
 * In the format of GitHub's secret scanning partners. Nothing is parsed without a valid signature (ECDSA P-256) over
 * the body's bytes. Keys are revoked before the response, whose labels alone reveal which were ours.
 */
export function declareSecretScanning(app: Hono<ApiEnv>): void {
  if (!env.VANG_SECRET_SCANNING_KEYS_URL) return;
  app.post("/secret-scanning", async (c) => {
    const body = await readBytes(c.req.raw, maxReportBytes);
    await checkSignature(
      body,
      c.req.header("github-public-key-identifier") ?? "",
      c.req.header("github-public-key-signature") ?? "",
    );
    const labels = [];
    for (const { token, type, url, source } of readReport(body)) {
      const isOurs = await flagLeaked(token, { source: source ?? "github", url });
      labels.push({ token_raw: token, token_type: type, label: isOurs ? "true_positive" : "false_positive" });
    }
    return c.json(labels, 200, { "cache-control": "no-store" });
  });
}

function readReport(body: Buffer): z.infer<typeof reportSchema> {
  try {
    return reportSchema.parse(JSON.parse(body.toString("utf8")));
  } catch {
    throw new AppError("INVALID_JSON");
  }
}

async function checkSignature(body: Buffer, identifier: string, signature: string): Promise<void> {
  const key = identifier && signature ? await findScanningKey(identifier) : undefined;
  if (!key || !isSigned(body, key, signature)) throw new AppError("SIGNATURE_INVALID");
}

function isSigned(body: Buffer, key: string, signature: string): boolean {
  try {
    return verify("sha256", body, key, Buffer.from(signature, "base64"));
  } catch {
    // A key or signature in another format proves nothing.
    return false;
  }
}
