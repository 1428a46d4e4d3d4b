import "server-only";
import type { IncomingMessage } from "node:http";
import type { Context, Hono } from "hono";
import { etag } from "hono/etag";
import type { z } from "zod";
import { fingerprintOf, parseJson, readJsonBytes, requirePlainBody } from "@/lib/api/body";
import { type ApiEnv, enter, type Visit } from "@/lib/api/door";
import { parse } from "@/lib/api/parse";
import { runDetached } from "@/lib/api/running-jobs";
import type { RefusalCode } from "@/lib/errors";
import type { Caller } from "@/lib/principals/caller";
import type { Scope } from "@/lib/principals/scopes";
import type { Place } from "@/lib/rate-limit/under-way";
import { admit, requireRoom } from "@/lib/server/admission";
import { readIdempotencyKey } from "@/lib/speech/idempotency/schema";
import type { AnswerHeader } from "./answer-headers";

export type Declaration<
  Path extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> = {
  method: "get" | "post" | "put" | "delete";
  /** In OpenAPI's form: `/ai/tts/{trackingId}`. */
  path: string;
  /** What the key must allow; `any key` for a live key of any scope; `nobody` for what needs none. */
  scope: Scope | "any key" | "nobody";
  params?: Path;
  query?: Query;
  body?: Body;
  /** The fields of a `multipart/form-data` body beside its `file`. The handler reads it: it may be long. */
  form?: z.ZodType;
  /** Counts among the jobs running at once: of its business, of its key and of this process. */
  runs?: boolean;
  /** Takes an `Idempotency-Key`. */
  isIdempotent?: boolean;
  /** The JSON answer's schema, or the media types of an answer that is not JSON. */
  response: Answer | readonly string[];
  /** Further media types of the answer, on request. */
  alsoAs?: readonly string[];
  /** What a successful answer says in its head, beside what every answer says there. */
  tells?: readonly AnswerHeader[];
  /** Gives a part of the answer to whoever asks for a range (RFC 9110 section 14). */
  inRanges?: boolean;
  /** Answers 304 to a client that has the response already (RFC 9110 section 13.1.2). */
  isRevalidated?: boolean;
  /** The codes its handler refuses with. */
  refuses?: readonly RefusalCode[];
};

/** Any operation, as those see it who need not know what it takes and gives. */
export type Declared = Declaration<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** One request, its key checked and its parts parsed. */
export type ApiCall<Path extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = {
  caller: Caller;
  /** To be released by the statement that ends the job, or after the response. */
  place: Place;
  params: z.infer<Path>;
  query: z.infer<Query>;
  body: z.infer<Body>;
  /** Digest of the body as it was sent; empty where there is none or the handler reads it. */
  fingerprint: string;
  idempotencyKey?: string;
  request: Request;
  /** Aborts when the client disconnects, and for a job under an Idempotency-Key only when the process ends. */
  signal: AbortSignal;
  /** The same as Node has it; undefined where there is no connection, as in a test that calls the handler itself. */
  incoming?: IncomingMessage;
  receivedAt: number;
  requestId: string;
};

type Handle<Path extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType> = (
  call: ApiCall<Path, Query, Body>,
) => Promise<Response | { body: z.input<Answer>; headers?: Record<string, string> }>;

/**
 * Serves one public operation as `operations` declares it. A JSON body is read first, so that a client that sends it
 * slowly takes no place among jobs; what is wrong with it is said only after the key has been checked. An upload is read
 * by the handler, because only a key entitles to send one; the handler counts the job with `admit` after that.
 */
export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  app: Hono<ApiEnv>,
  declaration: Declaration<P, Q, B, A>,
  handle: Handle<P, Q, B, A>,
): void {
  const path = toHonoPath(declaration.path);
  // Weak, because a compressed response has other bytes with the same meaning.
  if (declaration.isRevalidated) app.use(path, etag({ weak: true }));
  app.on(declaration.method.toUpperCase(), path, serve);

  async function serve(c: Context<ApiEnv>): Promise<Response> {
    const sent = declaration.body ? await settle(readJsonBytes(c.req.raw)) : undefined;
    // Before the key is looked up, so that what is rejected costs little.
    if (!declaration.runs) return open(c, sent);
    if (!declaration.form) return admit(() => open(c, sent));
    requireRoom();
    return open(c, sent);
  }

  async function open(c: Context<ApiEnv>, sent: Sent): Promise<Response> {
    const { signal } = c.req.raw;
    if (declaration.scope === "nobody") return answer(c, sent, signal);
    const visit = await enter(c, { scope: declaration.scope, runs: declaration.runs === true });
    const isKeyed = declaration.isIdempotent && c.req.header("idempotency-key") !== undefined;
    try {
      if (isKeyed) return await runDetached((end) => answer(c, sent, end, visit));
      return await answer(c, sent, signal, visit);
    } finally {
      await visit.place.release();
    }
  }

  async function answer(c: Context<ApiEnv>, sent: Sent, signal: AbortSignal, visit?: Visit): Promise<Response> {
    if (declaration.form) requirePlainBody(c.req.header("content-encoding"));
    if (sent?.status === "rejected") throw sent.reason;
    const answered = await handle({
      ...visit,
      params: parse(declaration.params, c.req.param()),
      query: parse(declaration.query, c.req.query()),
      body: parse(declaration.body, sent && parseJson(sent.value)),
      fingerprint: sent ? fingerprintOf(sent.value) : "",
      idempotencyKey: declaration.isIdempotent ? readIdempotencyKey(c.req.header("idempotency-key")) : undefined,
      request: c.req.raw,
      signal,
      incoming: c.env?.incoming,
      receivedAt: c.get("receivedAt"),
      requestId: c.get("requestId"),
    } as Parameters<typeof handle>[0]);
    if (answered instanceof Response) return answered;
    const body = "parse" in declaration.response ? declaration.response.parse(answered.body) : answered.body;
    return c.json(body as object, 200, answered.headers);
  }
}

type Sent = PromiseSettledResult<Buffer> | undefined;

const settle = async <Value>(work: Promise<Value>) => (await Promise.allSettled([work]))[0];

const toHonoPath = (path: string) => path.replace(/\{(\w+)\}/g, ":$1");
