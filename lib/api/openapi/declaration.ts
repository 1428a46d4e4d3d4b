import "server-only";
import type { z } from "zod";
import type { Scope, ScopeChoice } from "@/lib/access/principals/scopes";
import type { ErrorCode } from "@/lib/platform/errors";
import type { AnswerHeader } from "./answer-headers";

/** An operation of the API: what a request needs and consists of, and what is sent back. */
export type Declaration<
  Path extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> = {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** In OpenAPI's form: `/ai/tts/{trackingId}`. */
  path: string;
  /** No program of a partner is written for it: it is left out of `/openapi.json`, of the documentation and of what pages of others may read. */
  internal?: true;
  /** The operationId of the operation that does the same at another path. */
  aliasOf?: string;
  /**
   * The scope that the key needs; `speech` for one of those that make calls, of which the handler says which;
   * `pronunciations` for one of those with which they are read and changed;
   * `authenticated` for an active key with any scope; `public` if none is needed.
   */
  scope: Scope | ScopeChoice | "authenticated" | "public";
  params?: Path;
  query?: Query;
  body?: Body;
  /** The body is a text, whatever media type the client names. */
  takesText?: true;
  /** The fields of a `multipart/form-data` body besides its `file`. The handler reads it, because it can be long. */
  form?: z.ZodType;
  /** The media type of a body that is a file, which the handler reads as it arrives. With `body`, that can be sent instead. */
  bytes?: string;
  /** Further headers of a request, which the handler reads. */
  headers?: z.ZodObject;
  /** Rejects test keys: it changes or reads what the business's live keys use. */
  isLiveOnly?: boolean;
  /** Counts among the jobs running at once: of its business, of its key and of this process. */
  runs?: boolean;
  /** Accepts an `X-Retention`, although it makes no job itself. */
  takesRetention?: true;
  /** Accepts an `X-Price-Id`: the price that the client was shown. */
  isCharged?: boolean;
  /** Accepts an `Idempotency-Key`. */
  isIdempotent?: boolean;
  /** Recognizes the repeats that OpenAI's clients mark with `x-stainless-retry-count`. */
  recognizesRepeats?: boolean;
  /** Of a successful response; 200 by default. */
  status?: 201 | 202 | 204;
  /** The size limit of a JSON body, if it is not the default. */
  mostJsonBytes?: number;
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

/** Whether it makes a job, or opens what makes some, whose content is kept or not. */
export const takesRetention = ({ runs, takesRetention }: Pick<Declared, "runs" | "takesRetention">): boolean =>
  runs === true || takesRetention === true;

/** Whether it makes a job, which keeps the request's metadata. */
export const takesMetadata = ({ runs, isIdempotent }: Pick<Declared, "runs" | "isIdempotent">): boolean =>
  runs === true && isIdempotent === true;
