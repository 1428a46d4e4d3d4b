import { join } from "node:path";
import { z } from "zod";
import { parseNetwork } from "./networks";

const secret = z.string().min(32);

/** What this machine is called in a URL by its own browsers. */
export const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a host name or address means this machine and no other. */
export const isLoopback = (host: string): boolean => host === "::1" || loopbackHosts.includes(host);

function parseRegion(text: string) {
  const [code, url] = text.split(/=(.*)/s);
  return z
    .object({ code: z.enum(["VN", "SG"]), url: z.url().transform((whole) => new URL(whole).origin) })
    .parse({ code, url });
}

const sandboxDefault = (unconfined: "on" | "off" | undefined, url: URL): "required" | "preferred" =>
  unconfined === "off" || (!unconfined && !isLoopback(url.hostname)) ? "required" : "preferred";

const envSchema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    /** The address to listen on. Loopback by default: a fresh installation shows its mail and demo sign-in. */
    HOST: z.string().default("127.0.0.1"),
    /** Where partners and browsers reach this installation; links in answers and mail start with it. */
    VANG_URL: z.url().optional(),
    VANG_ROLE: z.enum(["all", "console", "api", "worker"]).default("all"),
    VANG_REGION: z.enum(["VN", "SG"]).default("VN"),
    /** Every region with the address that serves it: `VN=https://vn.example.com,SG=https://sg.example.com`. */
    VANG_REGIONS: z
      .string()
      .default("")
      .transform((text) => text.split(",").filter(Boolean).map(parseRegion)),
    DATABASE_URL: z.url(),
    VANG_DATA: z.string().default(join(process.cwd(), ".data")),
    /** The file that names the speech engines: `engines.json` in VANG_DATA unless set. */
    VANG_ENGINES: z.string().optional(),
    /** Whether the demo recogniser is offered. */
    VANG_STT_DEMO: z.enum(["on", "off"]).default("on"),
    /** Whether uploads are decoded in an incomplete sandbox: `required` then takes plain WAV only. */
    VANG_DECODER_SANDBOX: z.enum(["required", "preferred"]).optional(),
    /** The former name of VANG_DECODER_SANDBOX: `off` means `required`, `on` means `preferred`. Removed in the next release. */
    VANG_DECODE_UNCONFINED: z.enum(["on", "off"]).optional(),
    /** Where limits are counted instead of in the database: `redis://…`. */
    REDIS_URL: z.url().optional(),
    /** The addresses or networks of proxies whose word on where a request came from is taken: `10.0.0.0/8,fd00::/8`. */
    VANG_TRUSTED_PROXIES: z
      .string()
      .default("")
      .transform((text) => text.split(",").filter(Boolean).map(parseNetwork)),
    /** Where a secret scanner publishes the keys it signs its reports with; without it no report is taken. */
    VANG_SECRET_SCANNING_KEYS_URL: z.url().optional(),
    SMTP_URL: z.url().optional(),
    MAIL_FROM: z.string().default("Vang <no-reply@vang.local>"),
    /** Where partners get help from this installation's operator: named in INTERNAL errors and the documentation. */
    SUPPORT_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** The same as an address; replies to our emails go there too. */
    SUPPORT_EMAIL: z.email().optional(),
    NEXTAUTH_SECRET: secret,
    /** Peppers of key fingerprints by number, `1:…,2:…`; the highest number is used for new keys. */
    VANG_PEPPERS: z.string().regex(/^\d+:\S{32,}(,\d+:\S{32,})*$/),
    /** Signs audio links. */
    VANG_LINK_SECRET: secret,
    /** How long a process that was told to stop says so (`/health`) before it takes no more, for a balancer to notice. */
    VANG_DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
    /** Jobs one process has in hand; more are rejected with OVERLOADED. */
    VANG_API_CONCURRENCY: z.coerce.number().int().min(1).default(256),
    /** Forms to the console from one network (IPv4 /24, IPv6 /64) or session to one process; ten times as many pages. */
    VANG_FORMS_PER_MINUTE: z.coerce.number().int().min(1).default(120),
    /** Connections at once from all addresses. */
    VANG_MAX_CONNECTIONS: z.coerce.number().int().min(1).default(10_000),
    /** Connections at once from one address; a proxy in front of Vang is one address too. */
    VANG_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(1000),
    /** Where a test has the process die: see `failpoint`. */
    VANG_FAIL: z.string().optional(),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  })
  .transform((values) => {
    const url = new URL(values.VANG_URL ?? `http://localhost:${values.PORT}`);
    return {
      ...values,
      VANG_ENGINES: values.VANG_ENGINES ?? join(values.VANG_DATA, "engines.json"),
      VANG_DECODER_SANDBOX: values.VANG_DECODER_SANDBOX ?? sandboxDefault(values.VANG_DECODE_UNCONFINED, url),
      url: url.origin,
      secure: url.protocol === "https:",
      /** Whether only this machine's own browsers reach this installation. */
      isLocal: isLoopback(url.hostname),
      /** Development pages show everyone's mail, so they exist only where nobody else can reach them. */
      developmentPages: isLoopback(url.hostname) && isLoopback(values.HOST) && !values.SMTP_URL,
    };
  });

export type Env = z.infer<typeof envSchema>;

let parsed: Env | undefined;

/**
 * Every setting, checked once, at its first use rather than at import: a build imports this file with nothing set.
 * Throws a ZodError that names the setting.
 */
export const env = new Proxy({} as Env, {
  get: (_, name: keyof Env) => {
    parsed ??= envSchema.parse(process.env);
    return parsed[name];
  },
});
