import type { Problem } from "./types.gen.js";

export type ErrorDetails = Partial<Omit<Problem, "code" | "message">> & {
  code?: string;
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** What went wrong with a call. Without `status`, no response came. */
export class VangError extends Error {
  override readonly name: string = "VangError";
  readonly status: number | undefined;
  /** Such as `INSUFFICIENT_CREDIT`; undefined if the response was not from Vang, but from a proxy for example. */
  readonly code: string | undefined;
  readonly messageVi: string | undefined;
  readonly requestId: string | undefined;
  /** The field or header that is wrong. */
  readonly param: string | undefined;
  /** Whether the same request can succeed later. */
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly docUrl: string | undefined;
  /** The job that the request belongs to, if there is one. */
  readonly trackingId: string | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.messageVi = details.messageVi;
    this.requestId = details.requestId;
    this.param = details.param ?? undefined;
    this.retryable = details.retryable ?? false;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.docUrl = details.docUrl;
    this.trackingId = details.trackingId;
  }
}

/** The server could not be reached, or the connection ended before the response did. */
export class VangConnectionError extends VangError {
  override readonly name = "VangConnectionError";
}

/** Nothing came for as long as `timeoutMs`. */
export class VangTimeoutError extends VangError {
  override readonly name = "VangTimeoutError";
}

/** The caller's `signal` was aborted. */
export class VangAbortError extends VangError {
  override readonly name = "VangAbortError";
}

/** A webhook that was not signed with the secret, or not recently. */
export class VangSignatureError extends VangError {
  override readonly name = "VangSignatureError";
}

/** Reads the body of a response that is no success. */
export async function readError(response: Response): Promise<VangError> {
  const text = await response.text().catch(() => "");
  const problem = parseObject(text) as Partial<Problem>;
  const { status } = response;
  return new VangError(problem.message ?? problem.detail ?? `The server responded with ${status}.`, {
    ...problem,
    status,
    requestId: problem.requestId ?? response.headers.get("x-request-id") ?? undefined,
    retryable: problem.retryable ?? isRetryable(status),
    retryAfterSeconds: readRetryAfter(response.headers),
  });
}

/** The statuses after which a request is sent again, unless the body says otherwise. */
export const isRetryable = (status: number): boolean => [408, 429, 500, 502, 503, 504].includes(status);

/** `Retry-After` in seconds from now, from a number or a date. */
export function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (!text) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
