import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { Drivers } from "./driver";
import { answer, drop, hang, parts, problem, type startScenes } from "./scene";

export type World = {
  drivers: Drivers;
  scenes: Awaited<ReturnType<typeof startScenes>>;
  /** The language's word in `User-Agent`. */
  language: string;
  apiKey: string;
};

type Behavior = (world: World) => Promise<void>;

const apiKey = "vang_test_scene";
const text = { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak" };
const spoken = {
  trackingId: "tts_1",
  audioUrl: "https://vang.example/a.mp3",
  audioDuration: 1,
  fileSizeBytes: 1,
  processingTimeMs: 1,
  languageCode: null,
};
const success = answer(200, spoken, { "x-charge-vnd": "5.1", "x-tracking-id": "tts_1" });
const idempotencyKeys = (requests: readonly { headers: NodeJS.Dict<string | string[]> }[]) =>
  requests.map(({ headers }) => headers["idempotency-key"]);
const gapOf = ([one, other]: readonly { at: number }[]) => (other?.at ?? 0) - (one?.at ?? 0);
const retrySoon = { "retry-after": "0" };

/** What every SDK does when servers and connections fail, each against a scene of its own. */
export const behaviors: Record<string, Behavior> = {
  async "the key is in its header and never in the URL, and the client names itself"({ drivers, scenes, language }) {
    const { baseUrl, requests } = scenes.open(success);
    const client = { apiKey, baseUrl: `${baseUrl}/` };
    await drivers.ok("tts", client, { body: text });
    expect(requests[0]).toMatchObject({ method: "POST", path: "/tts", headers: { "x-api-key": apiKey } });
    expect(requests[0]?.headers["user-agent"]).toMatch(new RegExp(`^vang-${language}/\\d+\\.\\d+\\.\\d+`));
    expect(JSON.parse(String(requests[0]?.body))).toEqual(text);
  },

  async "key and base URL come from the environment if they are not given"({ drivers, scenes }) {
    const { baseUrl, requests } = scenes.open(success);
    await drivers.ok("tts", {}, { body: text }, { VANG_API_KEY: "vang_test_environment", VANG_BASE_URL: baseUrl });
    expect(requests[0]?.headers["x-api-key"]).toBe("vang_test_environment");
  },

  async "every charged request has an idempotency key of its own, or the caller's"({ drivers, scenes }) {
    const { baseUrl, requests } = scenes.open(success);
    const client = { apiKey, baseUrl };
    await drivers.ok("tts", client, { body: text });
    await drivers.ok("tts", client, { body: text });
    await drivers.ok("tts", client, { body: text, options: { idempotencyKey: "order-7" } });
    const [one, other, own] = idempotencyKeys(requests);
    expect(String(one).length).toBeGreaterThanOrEqual(16);
    expect(other).not.toBe(one);
    expect(own).toBe("order-7");
  },

  async "after 503 the request is sent again, unchanged and with the same idempotency key"({ drivers, scenes }) {
    const { baseUrl, requests } = scenes.open(answer(503), success);
    const result = await drivers.ok("tts", { apiKey, baseUrl }, { body: text });
    expect(result).toMatchObject({ trackingId: "tts_1", chargeVnd: 5.1, requestId: "req_scene" });
    expect(requests.length).toBe(2);
    expect(new Set(idempotencyKeys(requests)).size).toBe(1);
    expect(requests[1]?.body).toEqual(requests[0]?.body);
    // Half a second, with 20 % more or less.
    expect(gapOf(requests)).toBeGreaterThan(390);
  },

  async "Retry-After in seconds is waited for"({ drivers, scenes }) {
    const { baseUrl, requests } = scenes.open(
      problem(429, "RATE_LIMITED_KEY", { retryable: true, headers: { "retry-after": "1" } }),
      success,
    );
    await drivers.ok("tts", { apiKey, baseUrl }, { body: text });
    expect(gapOf(requests)).toBeGreaterThan(990);
  },

  async "Retry-After as a date is waited for"({ drivers, scenes }) {
    const inTwoSeconds = () => ({ "retry-after": new Date(Date.now() + 2000).toUTCString() });
    const { baseUrl, requests } = scenes.open(
      problem(503, "OVERLOADED", { retryable: true, headers: inTwoSeconds }),
      success,
    );
    await drivers.ok("tts", { apiKey, baseUrl }, { body: text });
    // The date has no fraction of a second.
    expect(gapOf(requests)).toBeGreaterThan(800);
  },

  async "a failure that lasts is reported after two more attempts"({ drivers, scenes }) {
    const overloaded = problem(503, "OVERLOADED", { retryable: true, headers: retrySoon });
    const { baseUrl, requests } = scenes.open(overloaded);
    const error = await drivers.error("tts", { apiKey, baseUrl }, { body: text });
    expect(error).toMatchObject({ kind: "api", status: 503, code: "OVERLOADED", retryable: true });
    expect(requests.length).toBe(3);
    expect(new Set(idempotencyKeys(requests)).size).toBe(1);
  },

  async "maxRetries 0 sends each request once"({ drivers, scenes }) {
    const { baseUrl, requests } = scenes.open(problem(503, "OVERLOADED", { retryable: true, headers: retrySoon }));
    await drivers.error("tts", { apiKey, baseUrl, maxRetries: 0 }, { body: text });
    expect(requests.length).toBe(1);
  },

  async "what the server calls not retryable is sent once, whatever its status"({ drivers, scenes }) {
    const { baseUrl, requests } = scenes.open(problem(500, "REDACTION_FAILED"));
    const error = await drivers.error("tts", { apiKey, baseUrl }, { body: text });
    expect(error).toMatchObject({ kind: "api", status: 500, retryable: false });
    expect(requests.length).toBe(1);
  },

  async "a POST without an idempotency key is sent once"({ drivers, scenes }) {
    const { baseUrl, requests } = scenes.open(problem(503, "OVERLOADED", { retryable: true, headers: retrySoon }));
    await drivers.error("preview", { apiKey, baseUrl }, { body: text });
    expect(requests.length).toBe(1);
    expect(requests[0]).toMatchObject({ path: "/tts/preview" });
    expect(idempotencyKeys(requests)).toEqual([undefined]);
  },

  async "a repeat that finds the first still running waits for it"({ drivers, scenes }) {
    const running = problem(409, "IDEMPOTENCY_RUNNING", { retryable: true, headers: retrySoon });
    const { baseUrl, requests } = scenes.open(drop, running, success);
    await drivers.ok("tts", { apiKey, baseUrl }, { body: text });
    expect(requests.length).toBe(3);
    expect(new Set(idempotencyKeys(requests)).size).toBe(1);
  },

  async "after a lost connection a GET is sent again"({ drivers, scenes }) {
    const { baseUrl, requests } = scenes.open(drop, answer(200, { voices: [{ voiceId: "north-linh" }] }));
    expect(await drivers.ok("voices", { apiKey, baseUrl })).toMatchObject({ count: 1 });
    expect(requests.length).toBe(2);
  },

  async "a problem has its code, both messages, the request's ID and the field"({ drivers, scenes }) {
    const { baseUrl, requests } = scenes.open(problem(400, "VOICE_UNKNOWN", { param: "voiceId" }));
    const error = await drivers.error("tts", { apiKey, baseUrl }, { body: text });
    expect(error).toMatchObject({
      kind: "api",
      status: 400,
      code: "VOICE_UNKNOWN",
      message: "English VOICE_UNKNOWN",
      messageVi: "Tiếng Việt VOICE_UNKNOWN",
      requestId: "req_problem",
      param: "voiceId",
      retryable: false,
    });
    expect(requests.length).toBe(1);
  },

  async "an error says when to try again"({ drivers, scenes }) {
    const headers = { "retry-after": "90" };
    const { baseUrl } = scenes.open(problem(429, "RATE_LIMITED_KEY", { retryable: true, headers }));
    const error = await drivers.error("tts", { apiKey, baseUrl, maxRetries: 0 }, { body: text });
    expect(error).toMatchObject({ kind: "api", status: 429, retryAfterSeconds: 90 });
  },

  async "an HTML page of a proxy is an error with its status and the request's ID"({ drivers, scenes }) {
    const { baseUrl } = scenes.open(answer(502, "<html><h1>Bad gateway</h1></html>"));
    const error = await drivers.error("tts", { apiKey, baseUrl, maxRetries: 0 }, { body: text });
    expect(error).toMatchObject({ kind: "api", status: 502, requestId: "req_scene", retryable: true });
    expect(error.code ?? null).toBe(null);
    expect(error.message).toMatch(/502/);
  },

  async "JSON that is no object, and broken JSON, are errors with their status"({ drivers, scenes }) {
    for (const body of ["null", '{"message"', "[1]"]) {
      const { baseUrl } = scenes.open(answer(400, body, { "content-type": "application/json" }));
      const error = await drivers.error("tts", { apiKey, baseUrl }, { body: text });
      expect(error, body).toMatchObject({ kind: "api", status: 400 });
    }
  },

  async "a page where JSON is expected is an error, not a result"({ drivers, scenes }) {
    const { baseUrl } = scenes.open(answer(200, "<html>Sign in to the airport's network</html>"));
    const error = await drivers.error("balance", { apiKey, baseUrl, maxRetries: 0 });
    expect(["api", "connection"]).toContain(error.kind);
  },

  async "a server that does not respond in time is a timeout, and is asked once"({ drivers, scenes }) {
    const { baseUrl, requests } = scenes.open(hang);
    const startedAt = performance.now();
    const error = await drivers.error("tts", { apiKey, baseUrl, timeoutMs: 300 }, { body: text });
    expect(error.kind).toBe("timeout");
    expect(error.status ?? null).toBe(null);
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect(requests.length).toBe(1);
  },

  async "a body that stops coming is a timeout"({ drivers, scenes }) {
    const stops = parts([Buffer.alloc(10)], { headers: { "content-length": "20" } });
    const { baseUrl } = scenes.open(stops);
    const error = await drivers.error("ttsStream", { apiKey, baseUrl, timeoutMs: 300 }, { body: text });
    expect(error.kind).toBe("timeout");
  },

  async "a server that cannot be reached is a connection error"({ drivers }) {
    // Nothing listens on the port of discard.
    const client = { apiKey, baseUrl: "http://127.0.0.1:9", maxRetries: 0 };
    const error = await drivers.error("tts", client, { body: text });
    expect(error.kind).toBe("connection");
    expect(error.status ?? null).toBe(null);
  },

  async "the caller can abort a call"({ drivers, scenes }) {
    const { baseUrl, requests } = scenes.open(hang);
    const startedAt = performance.now();
    const error = await drivers.error("abort", { apiKey, baseUrl }, { body: text, afterMs: 200 });
    expect(error.kind).toBe("aborted");
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect(requests.length).toBe(1);
  },

  async "a redirect to another server gets no key, and is an error"({ drivers, scenes }) {
    const other = scenes.open(answer(200, { availableVnd: 1 }));
    const location = other.baseUrl.replace("127.0.0.1", "localhost");
    const { baseUrl } = scenes.open(answer(302, "<html></html>", { location: `${location}/balance` }));
    const error = await drivers.error("balance", { apiKey, baseUrl, maxRetries: 0 });
    expect(error).toMatchObject({ kind: "api", status: 302 });
    expect(other.requests.filter(({ headers }) => "x-api-key" in headers)).toEqual([]);
  },

  async "a download from another server gets no key"({ drivers, scenes }) {
    const audio = Buffer.from("audio");
    const other = scenes.open(parts([audio]));
    const { baseUrl } = scenes.open(success);
    const url = `${other.baseUrl.replace("127.0.0.1", "localhost")}/tts/audio?signature=1`;
    expect(await drivers.ok("download", { apiKey, baseUrl }, { url })).toMatchObject({ bytes: audio.length });
    expect(other.requests[0]?.headers["x-api-key"]).toBeUndefined();
  },

  async "speech is read while it is made"({ drivers, scenes }) {
    const pieces = [Buffer.alloc(3000, 1), Buffer.alloc(5000, 2)];
    const { baseUrl, requests } = scenes.open(parts(pieces, { pauseMs: 400 }));
    const result = await drivers.ok("ttsStream", { apiKey, baseUrl }, { body: text });
    const sha256 = createHash("sha256").update(Buffer.concat(pieces)).digest("hex");
    expect(result).toMatchObject({ bytes: 8000, sha256, firstByteBeforeEnd: true });
    expect(requests[0]).toMatchObject({ path: "/tts/stream" });
    expect(idempotencyKeys(requests)[0]).toBeTruthy();
  },

  async "speech that breaks off is a connection error, and is not begun again"({ drivers, scenes }) {
    const { baseUrl, requests } = scenes.open(parts([Buffer.alloc(3000), Buffer.alloc(10)], { isBroken: true }));
    const error = await drivers.error("ttsStream", { apiKey, baseUrl }, { body: text });
    expect(error.kind).toBe("connection");
    expect(requests.length).toBe(1);
  },

  async "metadata and retention are sent, metadata in every script"({ drivers, scenes }) {
    const { baseUrl, requests } = scenes.open(success);
    const options = { metadata: { customer: "Cô Hường", emoji: "🎧" }, retention: "none" };
    await drivers.ok("tts", { apiKey, baseUrl }, { body: text, options });
    const { headers } = requests[0] ?? {};
    expect(JSON.parse(Buffer.from(String(headers?.["x-metadata"]), "latin1").toString())).toEqual(options.metadata);
    expect(headers?.["x-retention"]).toBe("none");
  },

  async "a list is read over all its pages, and no further than wanted"({ drivers, scenes }) {
    const page = (ids: string[], next: string | null) =>
      answer(200, { jobs: ids.map((trackingId) => ({ trackingId })), next });
    const acts = [page(["a", "b"], "x=/+ y"), page([], "z"), page(["c"], null)];
    const { baseUrl, requests } = scenes.open(...acts);
    const args = { query: { service: "tts" } };
    expect(await drivers.ok("history", { apiKey, baseUrl }, args)).toEqual({ ids: ["a", "b", "c"] });
    const queries = requests.map(({ path }) => Object.fromEntries(new URL(path, baseUrl).searchParams));
    expect(queries).toEqual([
      { service: "tts" },
      { service: "tts", cursor: "x=/+ y" },
      { service: "tts", cursor: "z" },
    ]);
    const few = scenes.open(...acts);
    expect(await drivers.ok("history", { apiKey, baseUrl: few.baseUrl }, { ...args, most: 2 })).toEqual({
      ids: ["a", "b"],
    });
    expect(few.requests.length).toBe(1);
  },

  async "a job is waited for until its result can be read"({ drivers, scenes }) {
    const job = (status: string, headers: Record<string, string> = {}) =>
      answer(200, { jobId: "stt_1", kind: "stt", status, chargeVnd: 10 }, headers);
    const { baseUrl, requests } = scenes.open(
      job("queued", retrySoon),
      job("running", retrySoon),
      job("succeeded", retrySoon),
      job("succeeded"),
      answer(200, { trackingId: "stt_1", transcript: "xin chào" }),
    );
    const args = { kind: "stt", url: "https://recordings.example/a.wav" };
    const ended = await drivers.ok("job", { apiKey, baseUrl }, args);
    expect(ended).toEqual({ jobId: "stt_1", status: "succeeded", chargeVnd: 10, transcript: "xin chào" });
    expect(idempotencyKeys(requests)[0]).toBeTruthy();
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /jobs",
      "GET /jobs/stt_1",
      "GET /jobs/stt_1",
      "GET /jobs/stt_1",
      "GET /stt/jobs?id=stt_1",
    ]);
  },
};
