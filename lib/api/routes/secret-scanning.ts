import "server-only";
import { verify } from "node:crypto";
import type { Hono } from "hono";
import { z } from "zod";
import type { ApiEnv } from "@/lib/api/authenticate";
import { readBytes } from "@/lib/api/body";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { flagLeaked } from "@/lib/keys/leaks";
import { clock, hours, seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

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
  for (const operation of operations.reportLeakedKeys) {
    endpoint(app, operation, async ({ request }) => {
      const body = await readBytes(request, maxReportBytes);
      await requireSignature(body, request.headers);
      const labels = [];
      for (const { token, type, url, source } of readReport(body)) {
        const isOurs = await flagLeaked(token, { source: source ?? "github", url });
        const label: "true_positive" | "false_positive" = isOurs ? "true_positive" : "false_positive";
        labels.push({ token_raw: token, token_type: type, label });
      }
      return { body: labels, headers: { "cache-control": "no-store" } };
    });
  }
}

function readReport(body: Buffer): z.infer<typeof reportSchema> {
  try {
    return reportSchema.parse(JSON.parse(body.toString("utf8")));
  } catch {
    throw new AppError("INVALID_JSON");
  }
}

/** Throws SIGNATURE_INVALID. */
async function requireSignature(body: Buffer, headers: Headers): Promise<void> {
  const identifier = headers.get("github-public-key-identifier");
  const signature = headers.get("github-public-key-signature");
  const key = identifier && signature ? await findPublicKey(identifier) : undefined;
  try {
    if (key && signature && verify("sha256", body, key, Buffer.from(signature, "base64"))) return;
  } catch {
    // A key or signature in another format proves nothing.
  }
  throw new AppError("SIGNATURE_INVALID");
}

const publicKeysSchema = z.object({
  public_keys: z.array(z.object({ key_identifier: z.string().max(200), key: z.string().max(2000) })).max(100),
});

let publicKeys = new Map<string, string>();
let fetchedAt = Number.NEGATIVE_INFINITY;
let fetching: Promise<void> | undefined;

/** How often anyone can make us fetch the keys. */
const minPauseMs = seconds(30);

/** A public key in PEM. The list comes only from the URL in the settings, again after an hour or for a new name. */
async function findPublicKey(identifier: string): Promise<string | undefined> {
  const ageMs = clock.now().getTime() - fetchedAt;
  if (ageMs > hours(1) || (!publicKeys.has(identifier) && ageMs > minPauseMs)) {
    fetching ??= fetchPublicKeys().finally(() => {
      fetching = undefined;
    });
    await fetching;
  }
  return publicKeys.get(identifier);
}

/** Keeps the current list if there is no better one. */
async function fetchPublicKeys(): Promise<void> {
  fetchedAt = clock.now().getTime();
  try {
    const signal = AbortSignal.timeout(seconds(5));
    const response = await fetch(env.VANG_SECRET_SCANNING_KEYS_URL ?? "", { redirect: "error", signal });
    const { public_keys } = publicKeysSchema.parse(await response.json());
    publicKeys = new Map(public_keys.map(({ key_identifier, key }) => [key_identifier, key]));
  } catch (error) {
    log.warn({ error: (error as Error).name }, "the secret scanner's public keys could not be fetched");
  }
}
