import { join } from "node:path";
import { z } from "zod";
import { parseKeyVersions } from "./key-versions";
import { parseNetwork } from "./net/networks";

const secret = z.string().min(32);

/** Values separated by commas: a new secret is added before the former one is removed. */
const secretList = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  );

/** The names of this machine in URLs of its own browsers. */
export const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a host name or address means this machine and no other. */
export const isLoopback = (host: string): boolean => host === "::1" || loopbackHosts.includes(host);

function parseRegion(text: string) {
  const [code, url] = text.split(/=(.*)/s);
  return z
    .object({ code: z.enum(["VN", "SG"]), url: z.url().transform((whole) => new URL(whole).origin) })
    .parse({ code, url });
}

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

export type BankAccount = { bin: string; number: string; holder: string };

function parseBankAccount(text: string): BankAccount {
  const [bin, number, holder] = text.split(":").map((part) => part.trim());
  return z
    .object({
      bin: z.string().regex(/^\d{6}$/),
      number: z.string().regex(/^[0-9A-Z]{1,19}$/),
      holder: z.string().min(1),
    })
    .parse({ bin, number, holder });
}

/** What the simulated bank of a development machine receives. */
const demoAccount: BankAccount = { bin: "970436", number: "0011001932418", holder: "CONG TY VANG DEMO" };

export type Seller = { legalName: string; taxCode: string; address: string };

/** Who sells on a development machine. */
const demoSeller: Seller = {
  legalName: "Công ty Vang Demo",
  taxCode: "0100000000",
  address: "Máy phát triển, không phải người bán thật",
};

function parseVatRates(text: string): { from: string; percent: number }[] {
  const rates = text.split(",").map((part) => {
    const [from, percent] = part.trim().split("=");
    return z.object({ from: z.iso.date(), percent: z.coerce.number().int().min(0).max(99) }).parse({ from, percent });
  });
  return rates.sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** Account codes of the journal by kind of account, as in Circular 200/2014/TT-BTC. */
const accountCodes: Record<string, string> = {
  ...{ available: "3387", held: "3387", bank: "1121", revenue: "5113", promotion: "6418", suspense: "3388" },
  ...{ adjustment: "811", expense: "811", receivable: "131", own: "338", receipts: "1111" },
};

function parseAccountCodes(text: string): Record<string, string> {
  const stated = text
    .split(",")
    .filter(Boolean)
    .map((part) => {
      const [kind = "", code = ""] = part.trim().split("=");
      if (!Object.hasOwn(accountCodes, kind)) throw new Error(`BOOKS_ACCOUNTS names an unknown account: ${kind}`);
      return [
        kind,
        z
          .string()
          .regex(/^[0-9A-Za-z.]{1,20}$/)
          .parse(code),
      ] as const;
    });
  return { ...accountCodes, ...Object.fromEntries(stated) };
}

function sellerOf(values: { SELLER_NAME?: string; SELLER_TAX_CODE?: string; SELLER_ADDRESS?: string }): Seller | null {
  const { SELLER_NAME: legalName, SELLER_TAX_CODE: taxCode, SELLER_ADDRESS: address } = values;
  if (legalName && taxCode && address) return { legalName, taxCode, address };
  if (legalName || taxCode || address) {
    throw new Error("Set SELLER_NAME, SELLER_TAX_CODE and SELLER_ADDRESS together, or none of them.");
  }
  return null;
}

function termsOf({ TERMS_URL: url, TERMS_VERSION: version }: { TERMS_URL?: string; TERMS_VERSION?: string }) {
  if (url && version) return { url, version };
  if (url || version) throw new Error("Set TERMS_URL and TERMS_VERSION together, or none of them.");
  return null;
}

const sandboxDefault = (unconfined: "on" | "off" | undefined, url: URL): "required" | "preferred" =>
  unconfined === "off" || (!unconfined && !isLoopback(url.hostname)) ? "required" : "preferred";

function parseMetricsAddress(text: string): { host: string; port: number } | null {
  if (text === "off") return null;
  const [, v6, name, port] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = v6 ?? name;
  if (!host || Number(port) > 65535) throw new Error("VANG_METRICS is `off`, or an address such as 127.0.0.1:9464.");
  return { host, port: Number(port) };
}

const envSchema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    /**
     * The address to listen on. Loopback by default, because a fresh installation shows its emails and a demo sign-in.
     */
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
    DATABASE_URL: z.url(),
    VANG_DATA: z.string().default(join(process.cwd(), ".data")),
    /** The bucket that keeps audio and texts instead of VANG_DATA: `s3://bucket?region=…&endpoint=https://…`. */
    OBJECTS_URL: z.string().transform(parseBucket).optional(),
    /** The NATS servers that carry finished jobs to the workers instead of the database: `nats://host:4222,…`. */
    STREAM_URL: z.string().transform(parseStream).optional(),
    /** `1` accepts servers that confirm a message before it is on their disk. */
    STREAM_UNSAFE: z.enum(["1"]).optional(),
    /** The file that names the speech engines: `engines.json` in VANG_DATA unless set. */
    VANG_ENGINES: z.string().optional(),
    /** Whether the demo recognizer is offered. */
    VANG_STT_DEMO: z.enum(["on", "off"]).default("on"),
    /** Whether uploads are decoded in an incomplete sandbox: with `required`, only plain WAV is then accepted. */
    VANG_DECODER_SANDBOX: z.enum(["required", "preferred"]).optional(),
    /** The former name of VANG_DECODER_SANDBOX: `off` means `required`, `on` means `preferred`. Removed in the next release. */
    VANG_DECODE_UNCONFINED: z.enum(["on", "off"]).optional(),
    /** Where limits are counted instead of in the database: `redis://…`. */
    REDIS_URL: z.url().optional(),
    /** The addresses or networks of proxies whose X-Forwarded-For is trusted: `10.0.0.0/8,fd00::/8`. */
    VANG_TRUSTED_PROXIES: z
      .string()
      .default("")
      .transform((text) => text.split(",").filter(Boolean).map(parseNetwork)),
    /** Where a secret scanner publishes the keys that sign its reports; without it every report is rejected. */
    VANG_SECRET_SCANNING_KEYS_URL: z.url().optional(),
    /** What verifies the bank notifications of each provider; without any, all of that provider's are rejected. */
    SEPAY_API_KEYS: secretList,
    SEPAY_WEBHOOK_SECRETS: secretList,
    CASSO_CHECKSUM_KEYS: secretList,
    PAYOS_CHECKSUM_KEYS: secretList,
    /** Reads SePay's list of bank transfers; without it the list is not read. */
    SEPAY_API_TOKEN: z.string().optional(),
    SEPAY_API_URL: z.url({ protocol: /^https?$/ }).default("https://userapi.sepay.vn/v2"),
    SMTP_URL: z.url().optional(),
    MAIL_FROM: z.string().default("Vang <no-reply@vang.local>"),
    /** Where partners get help from this installation's operator: shown in INTERNAL errors and the documentation. */
    SUPPORT_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** The support contact's email address; replies to our emails go there too. */
    SUPPORT_EMAIL: z.email().optional(),
    /** Whether visitors who are not signed in get the front page at `/`. */
    VANG_FRONT_PAGE: z.enum(["on", "off"]).default("on"),
    /** Who runs this installation, as its public pages say. */
    VANG_OPERATOR_NAME: z.string().trim().min(1).max(40).default("Vang"),
    /** A file with their logo: SVG, PNG, JPEG or WebP. */
    VANG_OPERATOR_LOGO: z.string().optional(),
    /** The operator's terms of use; with a version, people accept them at sign-up, and again when the version changes. */
    TERMS_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** The version of the terms, such as the day from which they hold. */
    TERMS_VERSION: z.string().trim().min(1).max(40).optional(),
    /** Where notices for the operator's staff go; to SUPPORT_EMAIL unless set. */
    STAFF_EMAIL: z.email().optional(),
    /** What waits for the staff for longer than this is overdue: they are notified of it once. */
    DESK_DUE_HOURS: z.coerce.number().min(0.01).max(8760).default(24),
    /** Where what is overdue is posted as JSON besides. */
    DESK_ALERT_URL: z
      .url({ protocol: /^https?$/ })
      .refine((url) => url.startsWith("https:") || isLoopback(new URL(url).hostname))
      .optional(),
    /** A payment above this waits for an operator, as does one above three times its order. In whole đồng. */
    BANK_CHECK_ABOVE_VND: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .default("500000000")
      .transform(BigInt),
    /** Credit above this that the staff gives or takes waits for a second person. In whole đồng. */
    CREDIT_APPROVAL_ABOVE_VND: z
      .string()
      .regex(/^(0|[1-9]\d{0,14})$/)
      .default("20000000")
      .transform(BigInt),
    /** Where webhook requests come from, as the documentation states it: addresses and networks. */
    WEBHOOK_SOURCE_ADDRESSES: z
      .string()
      .default("")
      .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
      .refine((parts) => parts.every(parseNetwork)),
    /** Where partners transfer money to, the first one offered: `970436:0123456789:CONG TY ABC;970422:…`. */
    BANK_ACCOUNTS: z
      .string()
      .default("")
      .transform((text) => text.split(";").filter(Boolean).map(parseBankAccount)),
    /** Who sells, on statements, receipts and invoices: all three, or none. */
    SELLER_NAME: z.string().trim().min(1).max(255).optional(),
    SELLER_TAX_CODE: z
      .string()
      .regex(/^\d{10}(-\d{3})?$|^\d{12}$/)
      .optional(),
    SELLER_ADDRESS: z.string().trim().min(1).max(255).optional(),
    /** Account codes of the exported journal by kind of account: `bank=1121,available=3387`. */
    BOOKS_ACCOUNTS: z.string().default("").transform(parseAccountCodes),
    /** What an invoice is issued for. Invoices that exist keep theirs. */
    INVOICE_POLICY: z.enum(["on_topup", "monthly_usage"]).default("on_topup"),
    /** The invoices' template and series, as registered with the tax authority: `1C26TVA`. */
    INVOICE_TEMPLATE_CODE: z
      .string()
      .regex(/^[1-6][CK]\d\d[A-Z]{3}$/)
      .default("1C26TVA"),
    /** VAT rates in percent, each from a day in Vietnam on: `2025-07-01=8,2027-01-01=10`. */
    VAT_RATES: z.string().default("2000-01-01=10,2025-07-01=8,2027-01-01=10").transform(parseVatRates),
    /** The free credit of a new business, in whole đồng; 0 for none. */
    WELCOME_CREDIT_VND: z
      .string()
      .regex(/^\d{1,9}$/)
      .default("50000")
      .transform(BigInt),
    NEXTAUTH_SECRET: secret,
    /** Peppers of key fingerprints by number, `1:…,2:…`; the highest number is used for new keys. */
    VANG_PEPPERS: z.string().regex(/^\d+:\S{32,}(,\d+:\S{32,})*$/),
    /**
     * Keys of what is encrypted in the database, by version: `1:<base64>,2:<base64>`; the highest encrypts. `0:` keeps a
     * former NEXTAUTH_SECRET, under which values without a version are encrypted.
     */
    VANG_ENCRYPTION_KEYS: z.string().default("").transform(parseKeyVersions),
    /** Signs audio links. */
    VANG_LINK_SECRET: secret,
    /**
     * After SIGTERM, how long `/health` reports that the process is stopping before it accepts no more requests, so
     * that a load balancer notices.
     */
    VANG_DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
    /** Jobs that the API processes of one start run at once; more are rejected with OVERLOADED. */
    VANG_API_CONCURRENCY: z.coerce.number().int().min(1).default(256),
    /**
     * Form submissions a minute to the console of one process from one network (IPv4 /24, IPv6 /64) or session; ten
     * times as many pages.
     */
    VANG_ANONYMOUS_FORMS_PER_MINUTE: z.coerce.number().int().min(1).optional(),
    /** The former name of VANG_ANONYMOUS_FORMS_PER_MINUTE. Removed in the next release. */
    VANG_FORMS_PER_MINUTE: z.coerce.number().int().min(1).optional(),
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
  })
  .transform((values) => {
    const url = new URL(values.VANG_URL ?? `http://localhost:${values.PORT}`);
    return {
      ...values,
      VANG_ENGINES: values.VANG_ENGINES ?? join(values.VANG_DATA, "engines.json"),
      VANG_ANONYMOUS_FORMS_PER_MINUTE: values.VANG_ANONYMOUS_FORMS_PER_MINUTE ?? values.VANG_FORMS_PER_MINUTE ?? 120,
      VANG_DECODER_SANDBOX: values.VANG_DECODER_SANDBOX ?? sandboxDefault(values.VANG_DECODE_UNCONFINED, url),
      BANK_ACCOUNTS:
        values.BANK_ACCOUNTS.length === 0 && isLoopback(url.hostname) ? [demoAccount] : values.BANK_ACCOUNTS,
      isDemoAccount: values.BANK_ACCOUNTS.length === 0 && isLoopback(url.hostname),
      isDemoSeller: sellerOf(values) === null && isLoopback(url.hostname),
      terms: termsOf(values),
      seller: sellerOf(values) ?? (isLoopback(url.hostname) ? demoSeller : null),
      url: url.origin,
      secure: url.protocol === "https:",
      /** Whether only browsers on this machine can reach this installation. */
      isLocal: isLoopback(url.hostname),
      /** Whether only this machine reaches it, which then may be its own partner: webhooks may go to loopback addresses. */
      isSingleMachine: isLoopback(url.hostname) && isLoopback(values.HOST),
      /** Development pages show all emails, so they exist only where no other machine can reach them. */
      developmentPages: isLoopback(url.hostname) && isLoopback(values.HOST) && !values.SMTP_URL,
    };
  });

export type Env = z.infer<typeof envSchema>;

let parsed: Env | undefined;

/**
 * Every setting, validated once, on first use rather than at import: a build imports this file with no settings. Throws
 * a ZodError that names the setting.
 */
export const env = new Proxy({} as Env, {
  get: (_, name: keyof Env) => {
    parsed ??= envSchema.parse(process.env);
    return parsed[name];
  },
});
