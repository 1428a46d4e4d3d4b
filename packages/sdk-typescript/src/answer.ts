import { VangConnectionError, VangError } from "./errors.js";
import type { Watch } from "./transport.js";

/** What the headers of a response say. */
export type ResponseMeta = {
  /** For support. */
  requestId: string | undefined;
  trackingId: string | undefined;
  /** What the request cost, in VND. */
  chargeVnd: number | undefined;
  /** Whether this is the kept response to an earlier request with the same idempotency key. */
  isReplay: boolean;
  /** For how long to wait before asking again. */
  retryAfterSeconds: number | undefined;
  status: number;
  headers: Headers;
};

/** The body of a response, with what its headers say. `meta` is left out when the body is printed or written as JSON. */
export type Answer<Body> = Body & { readonly meta: ResponseMeta };

export type AudioStream = ResponseMeta & {
  audio: ReadableStream<Uint8Array<ArrayBuffer>>;
  contentType: string;
};

export function readMeta({ status, headers }: Response): ResponseMeta {
  const charge = headers.get("x-charge-vnd");
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
  return {
    requestId: headers.get("x-request-id") ?? undefined,
    trackingId: headers.get("x-tracking-id") ?? undefined,
    chargeVnd: charge === null ? undefined : Number(charge),
    isReplay: headers.get("idempotent-replayed") === "true",
    retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
    status,
    headers,
  };
}

export const withMeta = <Body extends object>(body: Body, response: Response): Answer<Body> =>
  Object.defineProperty(body, "meta", { value: readMeta(response) }) as Answer<Body>;

/** JSON as an object with `meta`, text as a string, anything else as bytes. */
export async function readAny(response: Response, watch: Watch): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(await response.arrayBuffer());
  watch.stop();
  if (response.status === 204) return undefined;
  // Such as the page of a proxy, or of the console below a wrong base URL.
  if (/html/.test(type)) {
    const requestId = response.headers.get("x-request-id") ?? undefined;
    throw new VangError("The response is a web page. Check baseUrl.", { status: response.status, requestId });
  }
  if (/json/.test(type)) return withMeta(parse(new TextDecoder().decode(bytes), response), response);
  return /^text\/|subrip/.test(type) ? new TextDecoder().decode(bytes) : bytes;
}

function parse(text: string, response: Response): object {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const requestId = response.headers.get("x-request-id") ?? undefined;
    throw new VangConnectionError("The response is not JSON.", { cause, requestId });
  }
}

/** The body as it arrives; each part has the time that the whole of another response has. */
export function readStream(response: Response, watch: Watch): AudioStream {
  const reader = response.body?.getReader();
  const audio = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        watch.start();
        try {
          const { done, value } = (await reader?.read()) ?? { done: true };
          if (value) controller.enqueue(value);
          if (done) controller.close();
          if (done) watch.stop();
          else watch.pause();
        } catch (error) {
          watch.stop();
          controller.error(watch.explain(error));
        }
      },
      async cancel(reason) {
        watch.stop();
        await reader?.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  watch.pause();
  return { ...readMeta(response), audio, contentType: response.headers.get("content-type") ?? "" };
}
