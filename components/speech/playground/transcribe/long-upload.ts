import type { Upload } from "tus-js-client";
import { watchJob } from "@/components/speech/jobs/watched";
import { failureOf } from "@/components/speech/playground/failure";
import { makeKeyring } from "@/components/speech/playground/keyring";
import type { Failure } from "@/components/speech/playground/use-runs";
import { createJob } from "@/lib/api/client/jobs";
import type { Locale } from "@/lib/platform/i18n/locale";

/** A recording that is uploaded for a long job, as this browser stores it: all but the file, which is chosen again. */
type KeptUpload = {
  /** The Idempotency-Key of its job. */
  id: string;
  fileName: string;
  sizeBytes: number;
  lastModified: number;
  modelId: string;
  /** Of the request for its job. */
  fields: Readonly<Record<string, string>>;
  /** Where the API has it, once it has begun. */
  path?: string;
  sentBytes: number;
};

/** `stopped`: its file has to be chosen again; `waiting`: for the network, then it continues by itself. */
export type LongUpload = KeptUpload & {
  status: "stopped" | "sending" | "paused" | "waiting" | "creating" | "failed" | "created";
  bytesPerSecond?: number;
  failure?: Failure;
  jobId?: string;
};

/** Two of the objects that the server stores. */
const chunkBytes = 16 * 1024 * 1024;

const retryDelays = [1000, 3000, 5000, 10_000];

/** Without a server that responds. A browser that is offline continues as soon as it is online. */
const waitMs = 15_000;

/** How long the rate is measured. */
const rateMs = 8000;

const nameOf = (business: string) => `vang.playground.upload.${business}`;

// They belong to the document: another page of the console, opened meanwhile, ends no upload.
const uploads = new Map<string, LongUpload | null>();
const files = new Map<string, { file: File; tus?: Upload }>();
const listeners = new Set<() => void>();

export function onUploadChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The upload of a business, or null: one of this document, or what an earlier one has sent of it. */
export function currentUpload(business: string): LongUpload | null {
  const known = uploads.get(business);
  if (known !== undefined) return known;
  const kept = readUpload(business);
  const found = kept && { ...kept, status: "stopped" as const };
  uploads.set(business, found);
  return found;
}

function readUpload(business: string): KeptUpload | null {
  try {
    return JSON.parse(localStorage.getItem(nameOf(business)) ?? "null");
  } catch {
    // Storage can be forbidden: an upload then ends with its page.
    return null;
  }
}

function set(business: string, next: LongUpload | null): void {
  uploads.set(business, next);
  try {
    if (next === null || next.status === "created") localStorage.removeItem(nameOf(business));
    else {
      const { status, bytesPerSecond, failure, jobId, ...kept } = next;
      localStorage.setItem(nameOf(business), JSON.stringify(kept));
    }
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

/** One that was discarded meanwhile stays so. */
function change(business: string, id: string, changed: Partial<LongUpload>): void {
  const now = uploads.get(business);
  if (now?.id === id) set(business, { ...now, ...changed });
}

/** Whether a file is the one that an upload began with, as far as a browser can know. */
export const isSameFile = ({ fileName, sizeBytes, lastModified }: LongUpload, file: File): boolean =>
  file.name === fileName && file.size === sizeBytes && file.lastModified === lastModified;

export function beginUpload(business: string, file: File, wanted: Pick<LongUpload, "modelId" | "fields">): void {
  const about = { fileName: file.name, sizeBytes: file.size, lastModified: file.lastModified, sentBytes: 0 };
  set(business, { ...wanted, ...about, id: `recording-${crypto.randomUUID()}`, status: "paused" });
  continueUpload(business, file);
}

/** Continues with what is left. The file is needed only if this document does not have it. */
export function continueUpload(business: string, chosen?: File): void {
  const file = chosen ?? files.get(business)?.file;
  const upload = uploads.get(business);
  if (!file || !upload) return;
  change(business, upload.id, { status: "sending", failure: undefined });
  void send(business, upload, file);
}

export function pauseUpload(business: string): void {
  const upload = uploads.get(business);
  void files.get(business)?.tus?.abort();
  if (upload) change(business, upload.id, { status: "paused", bytesPerSecond: undefined });
}

/** Ends an upload, and deletes what the server has of it; what cannot be deleted now expires within a day. */
export function discardUpload(business: string): void {
  const path = uploads.get(business)?.path;
  void files.get(business)?.tus?.abort();
  forgetUpload(business);
  if (path) void terminate(business, path).catch(() => undefined);
}

async function terminate(business: string, path: string): Promise<void> {
  const [{ Upload }, key] = await Promise.all([import("tus-js-client"), readKey(makeKeyring(business))]);
  if (key.status === "ready") await Upload.terminate(path, { headers: { "x-api-key": key.secret } });
}

/** Once its job is shown. */
export function forgetUpload(business: string): void {
  files.delete(business);
  set(business, null);
}

type Keyring = ReturnType<typeof makeKeyring>;

const readKey = (keyring: Keyring) => keyring.send(async (secret) => ({ status: "ready" as const, secret }));

async function send(business: string, { id, path }: LongUpload, file: File): Promise<void> {
  files.set(business, { file });
  const { Upload } = await import("tus-js-client");
  // Paused or discarded while its script was loaded.
  if (uploads.get(business)?.id !== id || uploads.get(business)?.status !== "sending") return;
  let keyring = makeKeyring(business);
  let denied: string | undefined;
  const rate = measureRate();
  const tus: Upload = new Upload(file, {
    endpoint: "/uploads",
    uploadUrl: path,
    chunkSize: chunkBytes,
    retryDelays,
    metadata: { filename: file.name },
    storeFingerprintForResuming: false,
    async onBeforeRequest(request) {
      const key = await readKey(keyring);
      denied = key.status === "denied" ? key.message : undefined;
      if (key.status === "ready") request.setHeader("x-api-key", key.secret);
    },
    onShouldRetry({ originalResponse }) {
      const status = originalResponse?.getStatus() ?? 500;
      // A key that has ended is created again.
      if (status === 401) keyring = makeKeyring(business);
      // Another offset is read again; an upload that cannot begin is not.
      const isKnown = status >= 500 || status === 401 || status === 429 || (status === 409 && tus.url !== null);
      return denied === undefined && navigator.onLine && isKnown;
    },
    onUploadUrlAvailable() {
      // The page and the API have one origin, whatever name of it the API knows.
      const { pathname } = new URL(tus.url ?? "", location.href);
      tus.url = pathname;
      change(business, id, { path: pathname });
    },
    onProgress: (sentBytes) => change(business, id, { sentBytes, bytesPerSecond: rate(sentBytes) }),
    onSuccess: () => void create(business, id, keyring),
    onError(error) {
      const response = "originalResponse" in error ? error.originalResponse : null;
      if (denied !== undefined) change(business, id, { status: "failed", failure: { message: denied } });
      else if (response) change(business, id, { status: "failed", failure: failureOfBody(response.getBody()) });
      else wait(business, id);
    },
  });
  files.set(business, { file, tus });
  tus.start();
}

/** Creates the job of an upload that is whole. */
async function create(business: string, id: string, keyring: Keyring): Promise<void> {
  const upload = uploads.get(business);
  if (upload?.id !== id || !upload.path) return;
  const { path, sizeBytes, modelId, fields } = upload;
  change(business, id, { status: "creating", sentBytes: sizeBytes });
  const body = { ...fields, kind: "stt" as const, modelId, uploadId: path.slice(path.lastIndexOf("/") + 1) };
  const made = await keyring.send((secret) => createJob(body, secret, { idempotencyKey: id })).catch(() => null);
  if (made === null) return wait(business, id);
  if (made.status === "created") {
    watchJob(business, made.jobId);
    return change(business, id, { status: "created", jobId: made.jobId });
  }
  change(business, id, { status: "failed", failure: failureOf(made, localeOfPage()) });
}

function wait(business: string, id: string): void {
  change(business, id, { status: "waiting", bytesPerSecond: undefined });
  setTimeout(() => {
    const now = uploads.get(business);
    if (now?.id === id && now.status === "waiting") continueUpload(business);
  }, waitMs);
}

const localeOfPage = () => document.documentElement.lang as Locale;

/** What the API said; empty where it said nothing. */
function failureOfBody(body: string): Failure {
  try {
    return failureOf({ status: "refused", problem: JSON.parse(body) }, localeOfPage());
  } catch {
    return {};
  }
}

/** Bytes a second over the last seconds, from how many were sent until now. */
function measureRate(): (sentBytes: number) => number | undefined {
  const samples: { at: number; sent: number }[] = [];
  return (sent) => {
    const at = performance.now();
    samples.push({ at, sent });
    while (samples[1] && at - samples[1].at > rateMs) samples.shift();
    const [first] = samples;
    return first && at - first.at > 500 ? Math.max(0, ((sent - first.sent) / (at - first.at)) * 1000) : undefined;
  };
}

if (typeof window !== "undefined") {
  addEventListener("online", () => {
    for (const [business, upload] of uploads) if (upload?.status === "waiting") continueUpload(business);
  });
  addEventListener("beforeunload", (event) => {
    if ([...uploads.values()].some((upload) => upload?.status === "sending")) event.preventDefault();
  });
}
