import "server-only";
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, Hono } from "hono";
import { etag } from "hono/etag";
import type { z } from "zod";
import type { Caller } from "@/lib/access/principals/caller";
import type { Granted } from "@/lib/keys/live-tokens";
import type { ConcurrencyLease } from "@/lib/platform/rate-limit/leases";
import { readIdempotencyKey } from "@/lib/speech/idempotency/schema";
import { type Metadata, readMetadata } from "@/lib/speech/metadata";
import { listFields } from "@/lib/speech/transcripts/schema";
import { type ApiEnv, addressOf, authenticate } from "./authenticate";
import { decodeText, isJsonType, parseJson, readJsonBytes, readTextBytes, requirePlainBody } from "./body";
import { findIgnored, writeIgnored } from "./fields";
import type { Upgrade } from "./live/upgrade";
import { type Declaration, type Declared, takesMetadata, takesRetention } from "./openapi/declaration";
import { documentedOperations } from "./openapi/operations";
import { parse } from "./parse";
import { keptHeaders, withRetention } from "./retention";
import { requireRoom, runDetached, runWithinCapacity, StreamedAnswer, whenEnded } from "./running-jobs";

/** One request, with its key checked and its parts parsed. */
export type ApiCall<Path extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = {
  caller: Caller;
  /** To be released by the statement that ends the job, or after the response. */
  place: ConcurrencyLease;
  /** The row of the secret that was sent. */
  secretId: string;
  /** Counts what is asked for on its connection as one more request. Throws RATE_LIMITED_…. */
  countRequest: () => Promise<void>;
  /** Of a token for a live transcription. */
  granted?: Granted;
  params: z.infer<Path>;
  query: z.infer<Query>;
  body: z.infer<Body>;
  /** Digest of the body's bytes; empty if there is none or the handler reads it. */
  fingerprint: string;
  idempotencyKey?: string;
  /** Whether a repeat of the request gets the result of its job. */
  isRepeatable: boolean;
  /** The price that the client was shown. */
  shownPriceId?: string;
  /** Of a job, from `X-Metadata` or the body; undefined for a form, which the handler reads. */
  metadata?: Metadata | null;
  /** Of a form, with its field. Throws INVALID_REQUEST. */
  readFormMetadata: (field?: string) => Metadata | null;
  /** The names of what has no effect, for `X-Ignored`; the handler adds to it. */
  ignored: string[];
  /** How often an operation that `recognizesRepeats` was sent before; undefined if the client does not count. */
  retryCount?: number;
  request: Request;
  /** Aborts when the client disconnects, but for a job under an Idempotency-Key only when the process ends. */
  signal: AbortSignal;
  /** Node's request; undefined where there is no connection, as in a test that calls the handler itself. */
  incoming?: IncomingMessage;
  outgoing?: ServerResponse;
  /** Of a request for a WebSocket. */
  upgrade?: Upgrade;
  receivedAt: number;
  requestId: string;
  /** The client's address, behind trusted proxies too; null where there is no connection. */
  readAddress: () => string | null;
};

type Handle<Path extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType> = (
  call: ApiCall<Path, Query, Body>,
) => Promise<Response | StreamedAnswer | Answered<z.input<Answer>>>;

type Answered<Body = unknown> = { body: Body; headers?: Record<string, string> };

/** The operationId of each declaration. Internal operations have none and are counted by their path. */
const operationNames = new Map<object, string>(
  Object.entries(documentedOperations).flatMap(([name, paths]) => paths.map((one): [object, string] => [one, name])),
);

/** Declares an operation: its requests are read, authenticated and admitted here, and `handle` carries them out. */
export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  app: Hono<ApiEnv>,
  declaration: Declaration<P, Q, B, A>,
  handle: Handle<P, Q, B, A>,
): void {
  const { method, runs = false } = declaration;
  const isRead = !declaration.form && !declaration.bytes;
  const path = declaration.path.replace(/\{(\w+)\}/g, ":$1");
  // Weak, because a compressed response has other bytes with the same meaning.
  if (declaration.isRevalidated) app.use(path, etag({ weak: true }));
  app.on(method.toUpperCase(), path, async (c) => {
    c.set("operation", operationNames.get(declaration));

    // A JSON body is read first, so that a slow client takes no place among jobs, but validated after the key.
    const read = () => (declaration.takesText ? readTextBytes(c.req.raw) : readJsonBytes(c.req.raw, declaration));
    const isJson = declaration.body && (isRead || isJsonType(c.req.header("content-type")));
    const [sent] = await Promise.allSettled(isJson ? [read()] : []);

    // Places of this process come before the key is looked up, so that what is rejected costs little. An upload is read
    // by its handler, since only a key entitles to send one, and counted as a job once it has arrived.
    const serve = () => serveAdmitted(c, declaration, sent, handle);
    if (runs && !isRead) requireRoom();
    const answered = await (runs && isRead ? runWithinCapacity(serve) : serve());
    return answered instanceof StreamedAnswer ? answered.response : answered;
  });
}

/** Serves a request whose body has been read. The place among the jobs of its business ends with the response's job. */
async function serveAdmitted<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  c: Context<ApiEnv>,
  declaration: Declaration<P, Q, B, A>,
  sent: Sent,
  handle: Handle<P, Q, B, A>,
): Promise<Response | StreamedAnswer> {
  const { scope, runs = false, isLiveOnly, response, status = 200 } = declaration;
  // Made when it is first read: a client that disconnects earlier aborts nothing.
  const { signal: clientSignal } = c.req.raw;
  const makesJob = takesMetadata(declaration);
  if (makesJob) c.set("readMetadata", () => readSentMetadata(c, sent));
  const session = scope === "public" ? undefined : await authenticate(c, { scope, runs, makesJob, isLiveOnly });
  const isKept = session && takesRetention(declaration);

  // Then its job goes on without its client.
  const hasKey = declaration.isIdempotent === true && c.req.header("idempotency-key") !== undefined;
  const isRepeatable = hasKey || readRetryCount(declaration, c) !== undefined;
  const run = async (signal: AbortSignal) => {
    const caller = isKept ? withRetention(session, c, declaration) : session?.caller;
    const call = { ...session, caller, ...readCall(declaration, c, sent), isRepeatable, signal } as ApiCall<P, Q, B>;
    const answered = await handle(call);
    let answer: Response | StreamedAnswer;
    if (answered instanceof Response || answered instanceof StreamedAnswer) answer = answered;
    else {
      const body = "parse" in response ? response.parse(answered.body) : answered.body;
      answer = c.json(body as object, status as 200, answered.headers);
    }
    const ignored = writeIgnored(call.ignored);
    const { headers } = answer instanceof Response ? answer : answer.response;
    if (ignored !== undefined) headers.set("x-ignored", ignored);
    if (isKept) for (const [name, value] of Object.entries(keptHeaders(call.caller))) headers.set(name, value);
    return answer;
  };

  let answer: Response | StreamedAnswer | undefined;
  try {
    answer = await (session && isRepeatable ? runDetached(run) : run(clientSignal));
    return answer;
  } finally {
    const ended = whenEnded(answer);
    if (ended) void ended.then(() => session?.place.release());
    else await session?.place.release();
  }
}

/** A body's bytes, or why they could not be read; undefined if the operation takes none. */
type Sent = PromiseSettledResult<Buffer> | undefined;

/** What a handler gets of a request besides its session. Throws for parts that the declaration does not allow. */
function readCall(declaration: Declared, c: Context<ApiEnv>, sent: Sent) {
  const { params, query, body, takesText, form, isIdempotent, isCharged, responseHeaders } = declaration;
  if (form) requirePlainBody(c.req.header("content-encoding"));
  if (sent?.status === "rejected") throw sent.reason;
  const json = sent && (takesText ? decodeText(sent.value) : parseJson(sent.value));

  // Before the fields are checked: where a required one is misspelt, it is not missing.
  const known = Object.keys((body as z.ZodObject | undefined)?.shape ?? {});
  const ignored = responseHeaders?.includes("X-Ignored") ? findIgnored(json, known) : [];

  const makesJob = takesMetadata(declaration);
  const header = makesJob ? c.req.header("x-metadata") : undefined;
  return {
    params: parse(params, c.req.param()),
    query: parse(query, readQuery(c)),
    body: parse(body, json),
    fingerprint: sent ? createHash("sha256").update(sent.value).digest("base64url") : "",
    idempotencyKey: isIdempotent ? readIdempotencyKey(c.req.header("idempotency-key")) : undefined,
    shownPriceId: isCharged ? c.req.header("x-price-id") : undefined,
    metadata: makesJob && !form ? readMetadata({ header, field: metadataOf(json) }) : undefined,
    readFormMetadata(field?: string) {
      const metadata = readMetadata({ header, field });
      c.set("readMetadata", () => metadata);
      return metadata;
    },
    ignored,
    retryCount: readRetryCount(declaration, c),
    request: c.req.raw,
    incoming: c.env?.incoming,
    outgoing: c.env?.outgoing as ServerResponse | undefined,
    upgrade: c.env?.upgrade,
    receivedAt: c.get("receivedAt"),
    requestId: c.get("requestId"),
    readAddress: () => addressOf(c)?.toString() ?? null,
  };
}

/**
 * The parameters of a URL. A list that comes several times arrives as lines; of others the first counts.
 * `metadata.customer=acme` is another way to write `metadata=customer:acme`.
 */
function readQuery({ req }: Context<ApiEnv>): Record<string, string> {
  const query = req.query();
  const [dotted, value] = Object.entries(query).find(([name]) => name.startsWith("metadata.")) ?? [];
  if (dotted !== undefined && query.metadata === undefined) {
    delete query[dotted];
    query.metadata = `${dotted.slice("metadata.".length)}:${value}`;
  }
  for (const name of listFields) if (name in query) query[name] = req.queries(name)?.join("\n") ?? "";
  return query;
}

const metadataOf = (json: unknown) => (json as { metadata?: unknown } | null | undefined)?.metadata;

/** The metadata of a request that need not be valid, as its header and a JSON body have it. */
function readSentMetadata(c: Context<ApiEnv>, sent: Sent): Metadata | null {
  try {
    const json = sent?.status === "fulfilled" ? parseJson(sent.value) : undefined;
    return readMetadata({ header: c.req.header("x-metadata"), field: metadataOf(json) });
  } catch {
    return null;
  }
}

function readRetryCount({ recognizesRepeats }: { recognizesRepeats?: boolean }, c: Context<ApiEnv>) {
  const header = c.req.header("x-stainless-retry-count");
  return recognizesRepeats && header && /^\d{1,3}$/.test(header) ? Number(header) : undefined;
}
