import "server-only";
import type { S3Client } from "@aws-sdk/client-s3";
import { seconds } from "@/lib/platform/clock";
import type { Bucket } from "@/lib/platform/env/storage";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

/** The SDK is read only where OBJECTS_URL is set. */
export function loadSdk() {
  // It would say at every start that later versions of it need a later Node.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";
  return import("@aws-sdk/client-s3");
}

export type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** We log its failures ourselves, with what they mean. */
const logger = { debug() {}, info() {}, warn() {}, error() {}, trace() {} };

/** A download holds a connection for as long as its reader takes, and must keep none from others. */
const maxSockets = 10_000;

export async function connect({ region, endpoint }: Bucket): Promise<{ sdk: Sdk; client: S3Client }> {
  const sdk = await loadSdk();
  const agent = { keepAlive: true, maxSockets };
  const client = new sdk.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    logger,
    // Other stores than Amazon's know no checksums behind a body.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: seconds(2), httpAgent: agent, httpsAgent: agent },
  });
  return { sdk, client };
}

type Failure = Error & { Code?: string; $metadata?: { httpStatusCode?: number } };

/** The store's own word for what it rejected. */
export const reasonOf = (error: unknown): string => {
  const { name, message, $metadata } = error as Failure;
  return [name, $metadata?.httpStatusCode, name === "Error" ? message : ""].filter(Boolean).join(" ");
};

/** Whether a response says only that the store has too much to do now. The response to HEAD has no code. */
export const isBusy = (error: unknown): boolean =>
  [429, 503].includes((error as Failure).$metadata?.httpStatusCode ?? 0);

/** Whether a response says that the object does not exist. The response to HEAD has no code. */
export const isMissing = (error: unknown): boolean => ["NoSuchKey", "NotFound"].includes((error as Failure).name);

/** Runs one request, whose answer must begin within `longestMs`. Throws OVERLOADED, whatever the store's failure was. */
export async function reach<Answer>(
  longestMs: number,
  request: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), longestMs);
  try {
    return await request(stop.signal);
  } catch (error) {
    if (isMissing(error)) throw error;
    log.error({ reason: reasonOf(error) }, "the object store failed");
    throw storeAway();
  } finally {
    clearTimeout(timer);
  }
}

export const storeAway = (): AppError => new AppError("OVERLOADED", { message: "api.noStore" });
