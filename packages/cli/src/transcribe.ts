import { createReadStream, createWriteStream, mkdtempSync, openAsBlob, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type JobRequest, type Vang, VangError } from "@vang/sdk";
import type { Call } from "./call";
import { UsageError } from "./fail";
import { followJob, formatOf, printTranscript, writeTranscript } from "./jobs";
import { metadataOf } from "./parse";
import { note, showProgress } from "./terminal";
import { formatNumber, formatVnd, say } from "./words";

/** The largest file of one request; a larger one, or one of more than 30 minutes, is a job. */
const mostBytes = 25 * 1024 * 1024;

/** Transcribes a recording of any length. */
export async function transcribe(call: Call): Promise<void> {
  const [path = ""] = call.args;
  if (path !== "-") return transcribeFile(call, path, basename(path));
  if (process.stdin.isTTY) throw new UsageError(say("cli.nothingPiped"));
  // A request names its length, and a job can be interrupted: what is piped is a file first.
  const folder = mkdtempSync(join(tmpdir(), "vang-"));
  try {
    const file = join(folder, "recording");
    await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }), { signal: call.signal });
    await transcribeFile(call, file, "recording");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function transcribeFile(call: Call, path: string, filename: string): Promise<void> {
  const { size } = statSync(path);
  const client = call.vang();
  const isJob = call.given.asJob || size > mostBytes;
  if (!isJob && (await transcribeAtOnce(call, client, path, filename))) return;
  await transcribeAsJob(call, client, path, filename);
}

/** What both ways of transcribing take. */
const fieldsOf = ({ given }: Call) => ({
  modelId: given.model,
  languageCode: given.language,
  formatting: given.formatting,
  keyterms: given.keyterm?.join("\n"),
  redact: given.redact,
});

/** False if the recording is longer than one request takes, which costs nothing. */
async function transcribeAtOnce(call: Call, client: Vang, path: string, filename: string): Promise<boolean> {
  const { given, signal } = call;
  const format = formatOf(call);
  const fields = { ...fieldsOf(call), ...(given.diarize && { diarize: "true" as never }) };
  const options = { signal, filename, metadata: metadataOf(given), retention: given.retention as "none" | undefined };
  const file = () => createReadStream(path);
  try {
    showProgress(say("cli.transcribing", { file: filename }));
    if (format === "json") {
      const transcript = await client.stt(file, { ...fields, responseFormat: "verbose_json" }, options);
      const { requestId, chargeVnd = null } = transcript.meta;
      await writeTranscript(given.output, JSON.stringify({ ...transcript, requestId, chargeVnd }));
    } else {
      const { text, meta } = await client.stt(file, { ...fields, responseFormat: format }, options);
      await writeTranscript(given.output, text);
      note([formatVnd(meta.chargeVnd ?? 0), meta.trackingId ?? ""].join(" · "));
    }
    return true;
  } catch (error) {
    if (!(error instanceof VangError) || error.code !== "AUDIO_TOO_LONG") throw error;
    return false;
  }
}

async function transcribeAsJob(call: Call, client: Vang, path: string, filename: string): Promise<void> {
  const { given, signal } = call;
  if (given.diarize) throw new UsageError(say("cli.jobWithoutSpeakers"));
  note(say("cli.sendingAsJob", { file: filename }));
  const onProgress = ({ sentBytes, sizeBytes }: { sentBytes: number; sizeBytes: number }) => {
    const share = formatNumber(Math.floor((sentBytes / sizeBytes) * 100), 0);
    showProgress(say("cli.uploading", { file: filename, percent: share }));
  };
  const { uploadId } = await client.uploads.create(await openAsBlob(path), { signal, filename, onProgress });
  const { keyterms, ...fields } = fieldsOf(call);
  const body = { kind: "stt", uploadId, ...fields, keyterms: given.keyterm, metadata: metadataOf(given) } as JobRequest;
  const begun = await client.jobs.create(body, { signal, retention: given.retention as "none" | undefined });
  const job = await followJob(call, begun);
  await printTranscript(call, client, job);
  if (formatOf(call) !== "json") note([formatVnd(job.chargeVnd), job.jobId].join(" · "));
}
