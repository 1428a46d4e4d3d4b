import { join } from "node:path";
import { z } from "zod";

/** Where objects are stored. Without an endpoint it is Amazon's. */
export type Bucket = { bucket: string; region: string; endpoint: string | null };

function parseBucket(text: string): Bucket {
  const { protocol, host: bucket, pathname, username, searchParams } = new URL(text);
  const { region, endpoint = null, ...others } = Object.fromEntries(searchParams);
  const [unknown] = Object.keys(others);
  if (protocol !== "s3:" || username || pathname.length > 1 || unknown !== undefined)
    throw new Error("OBJECTS_URL is not like s3://bucket?region=us-east-1&endpoint=https://s3.example.com");
  return z
    .object({
      bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
      region: z.string().regex(/^[a-z0-9-]{1,40}$/),
      endpoint: z.url({ protocol: /^https?$/ }).nullable(),
    })
    .parse({ bucket, region, endpoint });
}

/** The servers that carry events, and the monitoring addresses at which their settings can be seen. */
export type StreamServers = { servers: string[]; user?: string; pass?: string; replicas: number; monitors: string[] };

function parseStream(text: string): StreamServers {
  const { user, pass, hosts, query } =
    /^nats:\/\/(?:(?<user>[^:@/]*):(?<pass>[^@/]*)@)?(?<hosts>[^/?@]+)\/?(?:\?(?<query>.*))?$/.exec(text)?.groups ?? {};
  const { replicas = "1", monitor = "", ...others } = Object.fromEntries(new URLSearchParams(query));
  if (!hosts || Object.keys(others).length > 0)
    throw new Error("STREAM_URL is not like nats://user:password@host:4222?replicas=1&monitor=http://host:8222");
  return {
    servers: hosts.split(","),
    ...(user !== undefined && { user: decodeURIComponent(user), pass: decodeURIComponent(pass ?? "") }),
    replicas: z.coerce.number().int().min(1).max(5).parse(replicas),
    monitors: z.array(z.url({ protocol: /^https?$/ })).parse(monitor.split(",").filter(Boolean)),
  };
}

/** Where this installation keeps what it stores. */
export const storageSettings = {
  DATABASE_URL: z.url(),
  VANG_DATA: z.string().default(join(process.cwd(), ".data")),
  /** The bucket that keeps audio and texts instead of VANG_DATA: `s3://bucket?region=…&endpoint=https://…`. */
  OBJECTS_URL: z.string().transform(parseBucket).optional(),
  /** The NATS servers that carry finished jobs to the workers instead of the database: `nats://host:4222,…`. */
  STREAM_URL: z.string().transform(parseStream).optional(),
  /** `1` accepts servers that confirm a message before it is on their disk. */
  STREAM_UNSAFE: z.enum(["1"]).optional(),
  /** Where limits are counted instead of in the database: `redis://…`. */
  REDIS_URL: z.url().optional(),
};
