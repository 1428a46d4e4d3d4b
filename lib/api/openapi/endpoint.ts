import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, Hono } from "hono";
import { etag } from "hono/etag";
import type { z } from "zod";
import type { Caller } from "@/lib/access/principals/caller";
import type { Scope } from "@/lib/access/principals/scopes";
import { requireRoom, runWithinCapacity } from "@/lib/api/admission";
import { type ApiEnv, authenticate } from "@/lib/api/authenticate";
import { fingerprintOf, parseJson, readJsonBytes, requirePlainBody } from "@/lib/api/body";
import { findIgnored, writeIgnored } from "@/lib/api/fields";
import { parse } from "@/lib/api/parse";
import { runDetached } from "@/lib/api/running-jobs";
import { StreamedAnswer, whenEnded } from "@/lib/api/streamed-answer";
import type { ErrorCode } from "@/lib/platform/errors";
import type { ConcurrencyLease } from "@/lib/platform/rate-limit/leases";
import { readIdempotencyKey } from "@/lib/speech/idempotency/schema";
import { type Metadata, readMetadata } from "@/lib/speech/metadata";
import type { AnswerHeader } from "./answer-headers";
import { operations } from "./operations";

export type Declaration<
  Path extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> = {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** In OpenAPI's form: `/ai/tts/{trackingId}`. */
  path: string;
  /** The operationId of the operation that does the same at another path. */
  aliasOf?: string;
  /** The scope that the key needs; `authenticated` for an active key with any scope; `public` if none is needed. */
  scope: Scope | "authenticated" | "public";
  params?: Path;
  query?: Query;
  body?: Body;
  /** The fields of a `multipart/form-data` body besides its `file`. The handler reads it, because it can be long. */
  form?: z.ZodType;
  /** Rejects test keys: it changes or reads what the business's live keys use. */
  isLiveOnly?: boolean;
  /** Counts among the jobs running at once: of its business, of its key and of this process. */
  runs?: boolean;
  /** Accepts an `X-Price-Id`: the price that the client was shown. */
  isCharged?: boolean;
  /** Accepts an `Idempotency-Key`. */
  isIdempotent?: boolean;
  /** Recognizes the repeats that OpenAI's clients mark with `x-stainless-retry-count`. */
  recognizesRepeats?: boolean;
  /** Of a successful response; 200 by default. */
  status?: 201;
  /** Reads a body as JSON also if it has the media type that curl sends by default. */
  acceptsFormType?: boolean;
  /** The JSON response's schema, or the media types of a response that is not JSON. */
  response: Answer | readonly string[];
  /** Further media types of the response, on request. */
  alternateTypes?: readonly string[];
  /** The headers of a successful response, besides those of every response. */
  responseHeaders?: readonly AnswerHeader[];
  /** Supports range requests (RFC 9110 section 14). */
  supportsRange?: boolean;
  /** Supports conditional requests with 304 (RFC 9110 section 13.1.2). */
  isRevalidated?: boolean;
  /** The error codes that its handler throws. */
  errors?: readonly ErrorCode[];
};

/** Any operation, without its input and output types. */
export type Declared = Declaration<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** One request, with its key checked and its parts parsed. */
export type ApiCall<Path extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = {
  caller: Caller;
  /** To be released by the statement that ends the job, or after the response. */
  place: ConcurrencyLease;
  params: z.infer<Path>;
  query: z.infer<Query>;
  body: z.infer<Body>;
  /** Digest of the body's bytes; empty if there is none or the handler reads it. */
  fingerprint: string;
  idempotencyKey?: string;
  /** The price that the client was shown. */
  shownPriceId?: string;
  /** Of a job, from `X-Metadata` or the body; undefined for a form, which the handler reads. */
  metadata?: Metadata | null;
  /** Of a form: to be read with the form's field. */
  metadataHeader?: string;
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
  receivedAt: number;
  requestId: string;
};

type Handle<Path extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType> = (
  call: ApiCall<Path, Query, Body>,
) => Promise<Response | StreamedAnswer | Answered<z.input<Answer>>>;

type Answered<Body = unknown> = { body: Body; headers?: Record<string, string> };

/**
 * Reads a JSON body first, so that a slow client takes no place among jobs, but validates it after the key. The handler
 * reads an upload, since only a key entitles to send one, and then counts the job with `runWithinCapacity`.
 */
export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  app: Hono<ApiEnv>,
  declaration: Declaration<P, Q, B, A>,
  handle: Handle<P, Q, B, A>,
): void {
  const path = toHonoPath(declaration.path);
  // Weak, because a compressed response has other bytes with the same meaning.
  if (declaration.isRevalidated) app.use(path, etag({ weak: true }));
  app.on(declaration.method.toUpperCase(), path, async (c) => {
    const { scope, runs = false, isLiveOnly, form } = declaration;
    const makesJob = takesMetadata(declaration);
    c.set("operation", names.get(declaration));
    const sent = declaration.body ? await settle(readJsonBytes(c.req.raw, declaration)) : undefined;
    const serve = async () => {
      // Made when it is first read: a client that disconnects earlier aborts nothing.
      const { signal: clientSignal } = c.req.raw;
      const session = scope === "public" ? undefined : await authenticate(c, { scope, runs, makesJob, isLiveOnly });
      const answer = async (signal: AbortSignal) => {
        const call = { ...session, ...readCall(declaration, c, sent), signal } as ApiCall<P, Q, B>;
        const answered = await handle(call);
        const isMade = answered instanceof Response || answered instanceof StreamedAnswer;
        const made = isMade ? answered : answerJson(c, declaration, answered);
        const ignored = writeIgnored(call.ignored);
        if (ignored !== undefined) (made instanceof Response ? made : made.response).headers.set("x-ignored", ignored);
        return made;
      };
      let answered: Response | StreamedAnswer | undefined;
      try {
        const isKeyed = session && isRepeatable(declaration, c);
        answered = await (isKeyed ? runDetached(answer) : answer(clientSignal));
        return answered;
      } finally {
        const ended = whenEnded(answered);
        if (ended) void ended.then(() => session?.place.release());
        else await session?.place.release();
      }
    };
    // Before the key is looked up, so that what is rejected costs little.
    if (runs && form) requireRoom();
    const answered = await (runs && !form ? runWithinCapacity(serve) : serve());
    return answered instanceof StreamedAnswer ? answered.response : answered;
  });
}

function answerJson(c: Context<ApiEnv>, { response, status }: Declared, answered: Answered): Response {
  const body = "parse" in response ? response.parse(answered.body) : answered.body;
  return c.json(body as object, status ?? 200, answered.headers);
}

const names = new Map<object, string>(
  Object.entries(operations).flatMap(([name, paths]) => paths.map((one): [object, string] => [one, name])),
);

/** What a handler gets of a request besides its session. Throws for parts that the declaration does not allow. */
function readCall(declaration: Declared, c: Context<ApiEnv>, sent: Sent) {
  if (declaration.form) requirePlainBody(c.req.header("content-encoding"));
  if (sent?.status === "rejected") throw sent.reason;
  const json = sent && parseJson(sent.value);
  const metadataHeader = takesMetadata(declaration) ? c.req.header("x-metadata") : undefined;
  // Before the fields are checked: where a required one is misspelt, it is not missing.
  const ignored = namesIgnored(declaration) ? findIgnored(json, fieldNames(declaration.body)) : [];
  return {
    params: parse(declaration.params, c.req.param()),
    query: parse(declaration.query, c.req.query()),
    body: parse(declaration.body, json),
    fingerprint: sent ? fingerprintOf(sent.value) : "",
    idempotencyKey: declaration.isIdempotent ? readIdempotencyKey(c.req.header("idempotency-key")) : undefined,
    shownPriceId: declaration.isCharged ? c.req.header("x-price-id") : undefined,
    metadata: takesMetadata(declaration) && !declaration.form ? readMetadataOf(json, metadataHeader) : undefined,
    metadataHeader,
    ignored,
    retryCount: readRetryCount(declaration, c),
    request: c.req.raw,
    incoming: c.env?.incoming,
    outgoing: c.env?.outgoing as ServerResponse | undefined,
    receivedAt: c.get("receivedAt"),
    requestId: c.get("requestId"),
  };
}

const namesIgnored = ({ responseHeaders }: Declared): boolean => responseHeaders?.includes("X-Ignored") ?? false;

const fieldNames = (body: z.ZodType | undefined): string[] =>
  Object.keys((body as z.ZodObject | undefined)?.shape ?? {});

const readMetadataOf = (json: unknown, header: string | undefined) =>
  readMetadata({ header, field: (json as { metadata?: unknown } | null | undefined)?.metadata });

/** Whether a repeat of the request gets its result, so that its job goes on without its client. */
const isRepeatable = (declaration: Declared, c: Context<ApiEnv>): boolean =>
  (declaration.isIdempotent === true && c.req.header("idempotency-key") !== undefined) ||
  readRetryCount(declaration, c) !== undefined;

/** Whether it makes a job, which keeps the request's metadata. */
export const takesMetadata = ({ runs, isIdempotent }: Pick<Declared, "runs" | "isIdempotent">): boolean =>
  runs === true && isIdempotent === true;

function readRetryCount({ recognizesRepeats }: { recognizesRepeats?: boolean }, c: Context<ApiEnv>) {
  const header = c.req.header("x-stainless-retry-count");
  return recognizesRepeats && header && /^\d{1,3}$/.test(header) ? Number(header) : undefined;
}

type Sent = PromiseSettledResult<Buffer> | undefined;

const settle = async <Value>(work: Promise<Value>) => (await Promise.allSettled([work]))[0];

const toHonoPath = (path: string) => path.replace(/\{(\w+)\}/g, ":$1");
