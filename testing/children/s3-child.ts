import { startS3 } from "@/testing/fakes/s3-server";

// An S3 server in a process of its own, so that its CPU time is not the product's.
const [, , directory = ""] = process.argv;
process.stdout.write(`${(await startS3({ directory })).url}\n`);
