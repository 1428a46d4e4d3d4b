import { setTimeout as sleep } from "node:timers/promises";

/** How long a store that has just started may answer 5xx. Swift's says "Please reduce your request rate". */
const longestMs = 60_000;

/** Makes a bucket in a store that may still be starting. Every error is tried again, except a rejection of the request. */
export async function makeBucket({ endpoint, keys, bucket }) {
  const { CreateBucketCommand, S3Client } = await import("@aws-sdk/client-s3");
  const credentials = { accessKeyId: keys.AWS_ACCESS_KEY_ID, secretAccessKey: keys.AWS_SECRET_ACCESS_KEY };
  const client = new S3Client({ region: "us-east-1", endpoint, forcePathStyle: true, credentials, maxAttempts: 1 });
  const last = Date.now() + longestMs;
  for (;;) {
    try {
      return await client.send(new CreateBucketCommand({ Bucket: bucket }));
    } catch (error) {
      // An attempt before this one has made it, although its response said otherwise.
      if (error.name === "BucketAlreadyOwnedByYou") return;
      const status = error.$metadata?.httpStatusCode ?? 503;
      if ((status < 500 && status !== 429) || Date.now() > last) throw error;
      await sleep(200);
    }
  }
}
