import "server-only";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import type { Bucket } from "@/lib/platform/env/storage";
import { isLoopback } from "@/lib/platform/net/loopback";
import { connect, isBusy, reasonOf } from "./s3-client";

/** No client waits when the program starts. */
const longestMs = seconds(20);

/** Throws unless the bucket can be written and keeps no versions or locks, which would make receipts untrue. */
export async function requireUsableBucket(place: Bucket | undefined = env.OBJECTS_URL, region = env.VANG_REGION) {
  if (!place) return;
  const { bucket, endpoint } = place;
  const fail = (why: string) => {
    throw new Error(`OBJECTS_URL: ${why}`);
  };
  const url = endpoint === null ? null : new URL(endpoint);
  if (env.NODE_ENV === "production" && url?.protocol === "http:" && !isLoopback(url.hostname))
    fail(`${endpoint} is not encrypted, and audio and texts would cross the network readable; use https`);
  const { sdk, client } = await connect(place);
  const last = performance.now() + longestMs;
  /** A store that has just started itself may answer that it is busy. */
  async function attempt<Answer>(request: (options: { abortSignal: AbortSignal }) => Promise<Answer>): Promise<Answer> {
    try {
      return await request({ abortSignal: AbortSignal.timeout(longestMs) });
    } catch (error) {
      if (!isBusy(error) || performance.now() > last) throw error;
      await sleep(200);
      return attempt(request);
    }
  }
  const ask = <Answer>(request: (options: { abortSignal: AbortSignal }) => Promise<Answer>, what: string) =>
    attempt(request).catch((error) => fail(`${what}: ${reasonOf(error)}`));
  const named = { Bucket: bucket };
  try {
    await ask((options) => client.send(new sdk.HeadBucketCommand(named), options), `bucket ${bucket} is not reachable`);
    const versioning = await ask(
      (options) => client.send(new sdk.GetBucketVersioningCommand(named), options),
      `it cannot be seen whether bucket ${bucket} keeps versions (s3:GetBucketVersioning)`,
    );
    // A suspended bucket still has the versions from before.
    if (versioning?.Status) fail(`bucket ${bucket} keeps deleted objects as versions; use one that never did`);
    const getLock = new sdk.GetObjectLockConfigurationCommand(named);
    const lock = await attempt((options) => client.send(getLock, options)).catch((error) =>
      hasNoLock(error) ? null : fail(`the lock of bucket ${bucket} is unknown: ${reasonOf(error)}`),
    );
    if (lock?.ObjectLockConfiguration?.ObjectLockEnabled === "Enabled")
      fail(`bucket ${bucket} locks its objects, so that nothing can be erased; use one without a lock`);
    const probe = { ...named, Key: `${region}/probe-${randomBytes(8).toString("hex")}` };
    const write = new sdk.PutObjectCommand({ ...probe, Body: new Uint8Array(1) });
    await ask((options) => client.send(write, options), `bucket ${bucket} cannot be written`);
    const erase = new sdk.DeleteObjectCommand(probe);
    await ask((options) => client.send(erase, options), `objects of bucket ${bucket} cannot be deleted`);
  } finally {
    client.destroy();
  }
}

/** What stores without this feature, and buckets without a lock, answer. */
const hasNoLock = (error: unknown): boolean => {
  const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  return (
    name === "ObjectLockConfigurationNotFoundError" || [400, 404, 405, 501].includes($metadata?.httpStatusCode ?? 0)
  );
};
