import { type Answer, type AudioStream, readAny, readStream, withMeta } from "./answer.js";
import { VangError } from "./errors.js";
import { type FileInput, formBody } from "./files.js";
import { Jobs } from "./jobs.js";
import { type LiveOptions, LiveSession } from "./live.js";
import { pages } from "./pages.js";
import { type CallOptions, type ClientOptions, type Query, Transport } from "./transport.js";
import type { Operations, SttResponse, SttUpload, TtsRequest } from "./types.gen.js";
import { Uploads } from "./uploads.js";

type Method<Route> = Route extends `${infer Name} ${string}` ? Name : never;
type Path<Name extends string> = keyof Operations extends infer Route
  ? Route extends `${Name} ${infer Found}`
    ? Found
    : never
  : never;
type Operation<Route extends string> = Route extends keyof Operations ? Operations[Route] : never;
/** Leaves out what an operation has none of. */
type Given<Parts> = { [Part in keyof Parts as Parts[Part] extends undefined ? never : Part]: Parts[Part] };
export type RequestOptions<Route extends string> = CallOptions & {
  query?: Operation<Route>["query"];
} & Given<{ body: Operation<Route>["body"] }> &
  (keyof Operation<Route>["params"] extends never ? object : { params: Operation<Route>["params"] });
export type Result<Route extends string> = Operation<Route>["result"] extends object
  ? Answer<Operation<Route>["result"]>
  : Operation<Route>["result"];

type UntypedOptions = CallOptions & { params?: Query; query?: Query; body?: unknown };

/** The fields of `POST /stt` beside the file. Objects and lists are written as JSON. */
export type TranscriptionFields = Omit<SttUpload, "file" | "config" | "metadata"> & {
  config?: Readonly<Record<string, unknown>>;
};
type TextFormat = "srt" | "vtt" | "text";
type JsonFormat = Exclude<SttUpload["responseFormat"], TextFormat>;

/** A client of Vang's API. Its methods throw VangError. */
export class Vang {
  readonly #transport: Transport;
  readonly #options: ClientOptions;
  /** Long recordings and long texts. */
  readonly jobs: Jobs;
  /** Files that are sent in parts, for `jobs`. */
  readonly uploads: Uploads;

  constructor(options: ClientOptions = {}) {
    this.#options = options;
    this.#transport = new Transport(options);
    this.uploads = new Uploads(this.#transport);
    this.jobs = new Jobs(this);
  }

  get baseUrl(): string {
    return this.#transport.baseUrl;
  }

  /** Any operation of the API; `params` are the parts of the path in braces. */
  request<Name extends Method<keyof Operations>, Where extends Path<Name>>(
    method: Name,
    path: Where,
    ...options: object extends RequestOptions<`${Name} ${Where}`>
      ? [options?: RequestOptions<`${Name} ${Where}`>]
      : [options: RequestOptions<`${Name} ${Where}`>]
  ): Promise<Result<`${Name} ${Where}`>>;
  request<Body = unknown>(method: string, path: string, options?: UntypedOptions): Promise<Body>;
  async request(method: string, path: string, options: UntypedOptions = {}): Promise<unknown> {
    return this.#transport.send(toRequest(method, path, options), options, readAny);
  }

  /** The same for a response that is read while it arrives. */
  async stream(method: string, path: string, options: UntypedOptions = {}): Promise<AudioStream> {
    return this.#transport.send(toRequest(method, path, options), options, readStream);
  }

  /** Converts text to speech. */
  tts(body: TtsRequest, options: CallOptions = {}) {
    return this.request("POST", "/tts", { ...options, body });
  }

  /** The same, with the audio while it is synthesized. */
  ttsStream(body: TtsRequest, options: CallOptions = {}): Promise<AudioStream> {
    return this.stream("POST", "/tts/stream", { ...options, body });
  }

  /** A file of which a response has the URL, such as `audioUrl`, or an API path. */
  download(url: string, options: CallOptions = {}): Promise<AudioStream> {
    return this.stream("GET", url, options);
  }

  /** How a text will be read. */
  preview(body: Operations["POST /tts/preview"]["body"], options: CallOptions = {}) {
    return this.request("POST", "/tts/preview", { ...options, body });
  }

  /** Transcribes a recording. With `responseFormat: "srt"`, `"vtt"` or `"text"`, the transcript is `text`. */
  stt(
    file: FileInput,
    fields: TranscriptionFields & { responseFormat: TextFormat },
    options?: CallOptions & { filename?: string },
  ): Promise<Answer<{ text: string }>>;
  stt(
    file: FileInput,
    fields?: TranscriptionFields & { responseFormat?: JsonFormat },
    options?: CallOptions & { filename?: string },
  ): Promise<Answer<SttResponse>>;
  stt(file: FileInput, fields: TranscriptionFields = {}, options: CallOptions & { filename?: string } = {}) {
    const body = formBody(file, options.filename, fields);
    return this.#transport.send({ method: "POST", path: "/stt", body }, options, async (response, watch) => {
      const read = await readAny(response, watch);
      return typeof read === "string" ? withMeta({ text: read }, response) : (read as Answer<SttResponse>);
    });
  }

  voices(options: CallOptions = {}) {
    return this.request("GET", "/tts/voices", options);
  }

  /** The models of both services. */
  models(options: CallOptions = {}) {
    return this.request("GET", "/tts/models", options);
  }

  balance(options: CallOptions = {}) {
    return this.request("GET", "/balance", options);
  }

  /** The rows of a period's usage, over all pages. */
  usage(query: Operations["GET /usage"]["query"], options: CallOptions = {}) {
    return pages(
      (cursor) => this.request("GET", "/usage", { ...options, query: { ...query, ...cursor } }),
      ({ rows }) => rows,
    );
  }

  /** Earlier jobs, the latest first, over all pages. */
  history(query: Operations["GET /history"]["query"] = {}, options: CallOptions = {}) {
    return pages(
      (cursor) => this.request("GET", "/history", { ...options, query: { ...query, ...cursor } }),
      ({ jobs }) => jobs,
    );
  }

  /** The result of an earlier `tts`. */
  speech(trackingId: string, options: CallOptions = {}) {
    return this.request("GET", "/tts/jobs", { ...options, query: { id: trackingId } });
  }

  /** The result of an earlier `stt`. */
  transcription(trackingId: string, options: CallOptions = {}) {
    return this.request("GET", "/stt/jobs", { ...options, query: { id: trackingId } }) as Promise<Answer<SttResponse>>;
  }

  /** Transcribes while it is spoken. With `token` instead of a key, also in browsers. */
  live(options: LiveOptions = {}): LiveSession {
    return new LiveSession(this.#transport, { ...options, WebSocket: options.WebSocket ?? this.#options.WebSocket });
  }

  /** A token with which a browser can open one live transcription. */
  liveToken(body: Operations["POST /stt/live/tokens"]["body"] = {}, options: CallOptions = {}) {
    return this.request("POST", "/stt/live/tokens", { ...options, body });
  }

  /** API keys, with a key that has the scope `keys:manage`. */
  readonly keys = {
    /** Over all pages. */
    list: (query: Operations["GET /keys"]["query"] = {}, options: CallOptions = {}) =>
      pages(
        (cursor) => this.request("GET", "/keys", { ...options, query: { ...query, ...cursor } }),
        ({ keys }) => keys,
      ),
    /** The `secret` is shown this once. */
    create: (body: Operations["POST /keys"]["body"], options: CallOptions = {}) =>
      this.request("POST", "/keys", { ...options, body }),
    get: (id: string, options: CallOptions = {}) => this.request("GET", "/keys/{id}", { ...options, params: { id } }),
    update: (id: string, body: Operations["PATCH /keys/{id}"]["body"], options: CallOptions = {}) =>
      this.request("PATCH", "/keys/{id}", { ...options, params: { id }, body }),
    /** A new `secret`, shown this once. The former one works for as long as `graceSeconds`. */
    rotate: (id: string, body: Operations["POST /keys/{id}/rotate"]["body"] = {}, options: CallOptions = {}) =>
      this.request("POST", "/keys/{id}/rotate", { ...options, params: { id }, body }),
    /** It ends with the next request. */
    revoke: (id: string, options: CallOptions = {}) =>
      this.request("DELETE", "/keys/{id}", { ...options, params: { id } }),
  };

  readonly pronunciations = {
    list: (options: CallOptions = {}) => this.request("GET", "/pronunciations", options),
    save: (written: string, spoken: string, options: CallOptions = {}) =>
      this.request("PUT", "/pronunciations", { ...options, body: { written, spoken } }),
    remove: (written: string, options: CallOptions = {}) =>
      this.request("DELETE", "/pronunciations", { ...options, query: { written } }),
  };

  readonly webhooks = {
    list: (options: CallOptions = {}) => this.request("GET", "/webhooks", options),
    get: (id: string, options: CallOptions = {}) =>
      this.request("GET", "/webhooks/{id}", { ...options, params: { id } }),
    create: (body: Operations["POST /webhooks"]["body"], options: CallOptions = {}) =>
      this.request("POST", "/webhooks", { ...options, body }),
    update: (id: string, body: Operations["PATCH /webhooks/{id}"]["body"], options: CallOptions = {}) =>
      this.request("PATCH", "/webhooks/{id}", { ...options, params: { id }, body }),
    remove: (id: string, options: CallOptions = {}) =>
      this.request("DELETE", "/webhooks/{id}", { ...options, params: { id } }),
    rotateSecret: (id: string, options: CallOptions = {}) =>
      this.request("POST", "/webhooks/{id}/secret", { ...options, params: { id } }),
    test: (id: string, body: Operations["POST /webhooks/{id}/tests"]["body"], options: CallOptions = {}) =>
      this.request("POST", "/webhooks/{id}/tests", { ...options, params: { id }, body }),
    /** The deliveries to one webhook, over all pages. */
    deliveries: (
      id: string,
      query: Operations["GET /webhooks/{id}/deliveries"]["query"] = {},
      options: CallOptions = {},
    ) =>
      pages(
        (cursor) =>
          this.request("GET", "/webhooks/{id}/deliveries", {
            ...options,
            params: { id },
            query: { ...query, ...cursor },
          }),
        ({ deliveries }) => deliveries,
      ),
    replay: (id: string, body: Operations["POST /webhooks/{id}/replays"]["body"], options: CallOptions = {}) =>
      this.request("POST", "/webhooks/{id}/replays", { ...options, params: { id }, body }),
  };
}

function toRequest(method: string, path: string, { params = {}, query, body }: UntypedOptions) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === "") throw new VangError(`The path ${path} needs ${name}.`);
    return encodeURIComponent(String(value));
  });
  return { method, path: filled, query, ...(body !== undefined && { json: body }) };
}
