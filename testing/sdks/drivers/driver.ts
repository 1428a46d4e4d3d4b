import { createHash } from "node:crypto";
import { createReadStream, openAsBlob, readFileSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import {
  type AudioStream,
  type CallOptions,
  type JobRequest,
  type TtsRequest,
  Vang,
  VangAbortError,
  VangConnectionError,
  VangError,
  VangSignatureError,
  VangTimeoutError,
  verifyWebhook,
} from "@vang/sdk";
import { WebSocket } from "ws";

// biome-ignore lint/suspicious/noExplicitAny: what the suite sends
type Args = any;

async function readWhole({ audio, requestId, trackingId }: AudioStream) {
  const hash = createHash("sha256");
  let bytes = 0;
  let firstAt = 0;
  let lastAt = 0;
  for await (const part of audio) {
    firstAt ||= performance.now();
    lastAt = performance.now();
    bytes += part.length;
    hash.update(part);
  }
  return { bytes, sha256: hash.digest("hex"), firstByteBeforeEnd: lastAt - firstAt > 100, requestId, trackingId };
}

async function collect<Item, Kept>(items: AsyncIterable<Item>, most: number, keep: (item: Item) => Kept) {
  const kept: Kept[] = [];
  for await (const item of items) if (kept.push(keep(item)) >= most) break;
  return kept;
}

const commands: Record<string, (vang: Vang, args: Args) => Promise<object>> = {
  async tts(vang, { body, options }: { body: TtsRequest; options?: CallOptions }) {
    const { trackingId, audioUrl, meta } = await vang.tts(body, options);
    return { trackingId, audioUrl, requestId: meta.requestId, chargeVnd: meta.chargeVnd, isReplay: meta.isReplay };
  },
  ttsStream: async (vang, { body, options }) => readWhole(await vang.ttsStream(body, options)),
  download: async (vang, { url }) => readWhole(await vang.download(url)),
  async stt(vang, { path, fields, as, options }) {
    const file = as === "stream" ? createReadStream(path) : await openAsBlob(path);
    const named = { filename: basename(path), ...options };
    if (["srt", "vtt", "text"].includes(fields?.responseFormat)) {
      const { text, meta } = await vang.stt(file, fields, named);
      return { text, requestId: meta.requestId };
    }
    const { transcript, trackingId, meta } = await vang.stt(file, fields as { responseFormat?: "json" }, named);
    return { transcript, trackingId, requestId: meta.requestId, chargeVnd: meta.chargeVnd };
  },
  preview: async (vang, { body }) => vang.preview(body),
  async voices(vang) {
    const { voices } = await vang.voices();
    return { count: voices.length, first: voices[0] };
  },
  async models(vang) {
    const { models } = await vang.models();
    return { count: models.length, first: models[0] };
  },
  balance: (vang) => vang.balance(),
  history: async (vang, { query, most = Number.POSITIVE_INFINITY }) => ({
    ids: await collect(vang.history(query), most, ({ trackingId }) => trackingId),
  }),
  async job(vang, { path, ...body }: JobRequest & { path?: string }) {
    const uploadId = path && (await vang.uploads.create(await openAsBlob(path), { filename: basename(path) })).uploadId;
    const created = await vang.jobs.create({ ...body, ...(uploadId && { uploadId }) });
    const { jobId, status, chargeVnd } = await vang.jobs.wait(created.jobId);
    if (body.kind === "tts" || status !== "succeeded") return { jobId, status, chargeVnd };
    return { jobId, status, chargeVnd, transcript: (await vang.transcription(jobId)).transcript };
  },
  async upload(vang, { path, partBytes }) {
    const { uploadId } = await vang.uploads.create(await openAsBlob(path), { filename: basename(path), partBytes });
    return { uploadId };
  },
  async webhook(_, { body, headers, secret, toleranceSeconds, nowSeconds }) {
    const { type, id } = await verifyWebhook(body, headers, secret, toleranceSeconds, nowSeconds);
    return { type, id };
  },
  async keys(vang, { body }) {
    const { id, secret } = await vang.keys.create(body);
    const { name: updated } = await vang.keys.update(id, { name: `${body.name} 2` });
    const { secret: rotated } = await vang.keys.rotate(id, { graceSeconds: 60 });
    const { status } = await vang.keys.get(id);
    const ids = await collect(vang.keys.list({ limit: 1 }), Number.POSITIVE_INFINITY, (key) => key.id);
    const { revoked } = await vang.keys.revoke(id);
    return { id, secret, updated, rotated, status, listed: ids.includes(id), revoked };
  },
  get: async (vang, { path }) => ({ body: await vang.request("GET", path) }),
  abort: (vang, { body, afterMs }) => vang.tts(body, { signal: AbortSignal.timeout(afterMs) }),
  async live(vang, { path, query }) {
    const session = vang.live({ query, WebSocket });
    session.send(readFileSync(path).subarray(44));
    session.finish();
    const { transcript, trackingId } = await session.done;
    return { transcript, trackingId };
  },
};

function describeError(error: unknown): object {
  const kinds = [
    [VangTimeoutError, "timeout"],
    [VangConnectionError, "connection"],
    [VangAbortError, "aborted"],
    [VangSignatureError, "signature"],
    [VangError, "api"],
  ] as const;
  const kind = kinds.find(([type]) => error instanceof type)?.[1];
  if (!kind) return { kind: "other", message: String((error as Error)?.stack ?? error) };
  const { status, code, message, messageVi, requestId, param, retryable, retryAfterSeconds } = error as VangError;
  return { kind, status, code, message, messageVi, requestId, param, retryable, retryAfterSeconds };
}

for await (const line of createInterface(process.stdin)) {
  const { id, do: what, client, args } = JSON.parse(line);
  const outcome = await (commands[what] ?? (() => Promise.reject(new Error(`unknown: ${what}`))))(
    new Vang(client),
    args ?? {},
  ).then(
    (ok) => ({ id, ok }),
    (error) => ({ id, error: describeError(error) }),
  );
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
