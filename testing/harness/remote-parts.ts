import { join } from "node:path";
import { s3Keys, startS3 } from "@/testing/fakes/s3-server";
import { startNats } from "./nats";
import { startRedis } from "./redis";

/** Whether objects, stream and limits are in systems of their own: `npm test -- remote`. */
const isRemote = Boolean(process.env.VANG_TEST_PARTS);

/** Where the objects are files, on the disk or in the S3 server. */
export const objectFiles = () => join(process.env.VANG_DATA ?? "", isRemote ? "s3" : "objects");

/** The file of an object, which need not exist. */
export const objectPath = (object: string | null = null) =>
  join(objectFiles(), "VN", isRemote ? "" : (object?.[0] ?? ""), object ?? "");

/** An S3 server, NATS and Redis for one test file, as an installation on several machines has them. */
export async function startRemoteParts(directory: string) {
  const [s3, nats, redis] = await Promise.all([
    startS3({ directory: join(directory, "s3") }),
    startNats(),
    startRedis(),
  ]);
  const settings = { OBJECTS_URL: s3.url, ...s3Keys, STREAM_URL: nats.url, STREAM_UNSAFE: "1", REDIS_URL: redis.url };
  Object.assign(process.env, settings);
  return () => Promise.all([s3.stop(), nats.stop(), redis.stop()]);
}
