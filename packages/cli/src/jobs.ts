import type { Job, JobRequest, Vang } from "@vang/sdk";
import type { Call } from "./call";
import { exitCodes } from "./commands";
import { CliError } from "./fail";
import { openOutput } from "./output";
import { numberOf } from "./parse";
import { clearProgress, note, print, printJson, printTable, showProgress } from "./terminal";
import { currentLanguage, formatNumber, formatVnd, say } from "./words";

const percent = (share: number) => formatNumber(Math.floor(share * 100), 0);

/** `listing` of the newest jobs. */
export async function listJobs({ given, signal, vang }: Call): Promise<void> {
  const most = numberOf("limit", given, { min: 1, max: 10_000 }) ?? 20;
  const jobs: Job[] = [];
  const status = given.status as Job["status"] | undefined;
  for await (const job of vang().jobs.list({ status, limit: Math.min(most, 100) }, { signal })) {
    jobs.push(job);
    if (jobs.length >= most) break;
  }
  if (given.json) return printJson(jobs);
  const head = ["jobId", "service", "status", "progress", "charge", "createdAt"] as const;
  await printTable(
    head.map((name) => say(`cli.columns.${name}`)),
    jobs.map(({ jobId, kind, status: state, progress, chargeVnd, createdAt }) => [
      jobId,
      kind,
      say(`cli.jobStates.${state}`),
      `${percent(progress)} %`,
      formatVnd(chargeVnd),
      createdAt,
    ]),
  );
}

export async function showJob({ args: [id = ""], given, signal, vang }: Call): Promise<void> {
  const job = await vang().jobs.get(id, { signal });
  await (given.json ? printJson(job) : printJob(job));
}

export async function cancelJob({ args: [id = ""], given, signal, vang }: Call): Promise<void> {
  const job = await vang().jobs.cancel(id, { signal });
  await (given.json ? printJson(job) : printJob(job));
}

const printJob = (job: Job): Promise<void> => {
  const { jobId, status, progress, chargeVnd } = job;
  const words = messageOf(job);
  return print(
    [
      jobId,
      say(`cli.jobStates.${status}`),
      `${percent(progress)} %`,
      formatVnd(chargeVnd),
      ...(words ? [words] : []),
    ].join(" · "),
  );
};

/** Why a job failed or is paused. */
const messageOf = ({ message, messageVi }: Job) => (currentLanguage() === "vi" && messageVi) || message;

/** Waits for a job and prints its transcript; of speech, where its audio is. */
export async function waitJob(call: Call): Promise<void> {
  const { args, given, signal, vang } = call;
  const client = vang();
  const job = await followJob(call, await client.jobs.get(args[0] ?? "", { signal }));
  if (job.kind === "stt") return printTranscript(call, client, job);
  if (given.json) return printJson(job);
  const { audioUrl } = await client.speech(job.jobId, { signal });
  await print(audioUrl);
}

/**
 * Shows the progress of a job until it has succeeded. Throws CliError of one that failed or was canceled. One that is
 * interrupted continues on the service: what is said then is how to go on.
 */
export async function followJob({ signal, vang }: Call, begun: Job): Promise<Job> {
  const { jobId } = begun;
  let shown = "";
  const onProgress = (job: Job) => {
    const { status, progress, secondsLeft } = job;
    const left = secondsLeft ? `, ${say("cli.secondsLeft", { seconds: formatNumber(secondsLeft) })}` : "";
    showProgress(`${jobId} · ${say(`cli.jobStates.${status}`)} ${percent(progress)} %${left}`);
    // A pause lasts until credit is added: that is said once, also where no progress is shown.
    if (status === "paused" && shown !== "paused") note(messageOf(job) ?? say("cli.jobStates.paused"));
    shown = status;
  };
  try {
    const job = await vang().jobs.wait(jobId, { signal, onProgress });
    clearProgress();
    if (job.status === "succeeded") return job;
    const words = messageOf(job) ?? say(`cli.jobStates.${job.status}`);
    throw new CliError(`${words} (${[job.resultCode, jobId].filter(Boolean).join(", ")})`, exitCodes.failed);
  } catch (error) {
    if (signal.aborted) note(say("cli.jobContinues", { id: jobId }));
    throw error;
  }
}

export const createSpeechJob = (client: Vang, body: Omit<JobRequest, "kind">, { signal }: Call): Promise<Job> =>
  client.jobs.create({ kind: "tts", ...body } as JobRequest, { signal });

/** The transcript of a finished job or request, in the format that was asked for. */
export async function printTranscript(call: Call, client: Vang, { jobId, chargeVnd }: Job): Promise<void> {
  const { given, signal } = call;
  const format = formatOf(call);
  const text =
    format === "json"
      ? JSON.stringify({ ...(await client.transcription(jobId, { signal })), chargeVnd })
      : await client.jobs.transcript(jobId, format, { signal });
  await writeTranscript(given.output, text);
}

/** JSON is what `--json` asks for, whatever `--format` says. */
export const formatOf = ({ given }: Call) =>
  given.json ? "json" : ((given.transcriptFormat ?? "text") as "text" | "srt" | "vtt" | "json");

export async function writeTranscript(output: string | undefined, text: string): Promise<void> {
  if (output === undefined || output === "-") return print(text);
  const file = openOutput(output);
  try {
    await file.write(Buffer.from(text.endsWith("\n") ? text : `${text}\n`));
    await file.finish();
  } catch (error) {
    file.discard();
    throw error;
  }
}
