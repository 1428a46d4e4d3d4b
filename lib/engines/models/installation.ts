import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { untilAborted } from "@/lib/engines/until-aborted";
import { clock, seconds } from "@/lib/platform/clock";
import { OperatorError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { processWide } from "@/lib/platform/process-wide";
import { lock } from "@/scripts/lock.mjs";
import { InstallError, type InstallProblem } from "./download";
import { type InstallOptions, install } from "./install";
import { type SpeechModel, sizeOfModel } from "./manifest";

/** How often a running installation writes its state and looks whether it is to end. */
const beatMs = 250;

/** A running installation without a sign of life for so long has ended with its process. */
const silentMs = seconds(10);

const problems = ["network", "server", "file", "disk", "run", "engine", "rights"] as const satisfies InstallProblem[];

const stateSchema = z.object({
  model: z.string(),
  /** `waiting`: another process works on the same model. `interrupted`: its process ended; it can be continued. */
  phase: z.enum(["waiting", "fetching", "trying", "ready", "failed", "canceled", "interrupted"]),
  bytes: z.number(),
  total: z.number(),
  at: z.iso.datetime(),
  /** Null for a failure of another kind. */
  problem: z.enum(problems).nullable().default(null),
  /** What happened, in English, for the operator. */
  detail: z.string().default(""),
});

/** The last installation of a model that was started at the desk, in this directory of models. */
export type Installation = z.infer<typeof stateSchema>;

export const isRunning = ({ phase }: Pick<Installation, "phase">): boolean =>
  phase === "waiting" || phase === "fetching" || phase === "trying";

const stateFile = (directory: string) => join(directory, ".installation.json");
const cancelFile = (directory: string) => join(directory, ".cancel");

/** Read from the directory, so that every process of the machine sees the same one; null before the first. */
export async function findInstallation(directory: string): Promise<Installation | null> {
  const text = await readFile(stateFile(directory), "utf8").catch(() => "null");
  const { data } = stateSchema.safeParse(parse(text));
  if (!data) return null;
  const isSilent = +clock.now() - Date.parse(data.at) > silentMs;
  return isRunning(data) && isSilent ? { ...data, phase: "interrupted" } : data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Thrown where another installation runs in any process of this machine. */
export class InstallationRuns extends OperatorError {}

const here = processWide("running installation", () => ({
  work: undefined as Promise<void> | undefined,
  end: () => {},
}));

/**
 * Starts to install a model and resolves once it has begun; `findInstallation` says how it goes. One at a time in all
 * processes that share the directory. Throws InstallationRuns, or OperatorError where the disk cannot be written.
 */
export async function startInstallation(
  model: SpeechModel,
  options: Omit<InstallOptions, "report" | "signal">,
): Promise<void> {
  const { directory } = options;
  const unlock = await takeTurn(directory);
  const state = newState(model);
  try {
    await rm(cancelFile(directory), { force: true });
    await write(directory, state);
  } catch (error) {
    unlock();
    throw ofDisk(directory)(error as Error);
  }
  const controller = new AbortController();
  here.end = () => controller.abort();
  here.work = work(model, { ...options, signal: controller.signal }, state)
    .catch((error: Error) => log.error({ reason: error.message }, "the state of an installation could not be written"))
    .finally(unlock);
}

async function takeTurn(directory: string): Promise<() => void> {
  const file = join(directory, ".locks", ".installation");
  await mkdir(dirname(file), { recursive: true }).catch((error: Error) => Promise.reject(ofDisk(directory)(error)));
  return lock(file, () => {
    throw new InstallationRuns("Another installation is running.");
  });
}

const ofDisk = (directory: string) => (cause: Error) =>
  new OperatorError(`${directory} cannot be written: ${cause.message}`, { cause });

/** Ends the installation that runs in any process of this machine; what it has downloaded stays for the next one. */
export async function cancelInstallation(directory: string): Promise<void> {
  const found = await findInstallation(directory);
  if (found && isRunning(found)) await writeFile(cancelFile(directory), "");
}

/** Resolves once the installation of this process has ended, which it does at once. */
export async function endInstallation(): Promise<void> {
  here.end();
  await here.work;
}

const newState = (model: SpeechModel): Installation => ({
  model: model.id,
  phase: "fetching",
  bytes: 0,
  total: sizeOfModel(model.files).bytes,
  at: clock.now().toISOString(),
  problem: null,
  detail: "",
});

type Options = Omit<InstallOptions, "report"> & { signal: AbortSignal };

/** Never throws what the installation throws: that is its last state. */
async function work(model: SpeechModel, options: Options, state: Installation): Promise<void> {
  const { directory, signal } = options;
  const canceled = new AbortController();
  const done = new AbortController();
  const beating = beat(directory, state, canceled, done.signal);
  try {
    const end = AbortSignal.any([signal, canceled.signal]);
    const installing = install(model, {
      ...options,
      signal: end,
      report(progress) {
        const { event } = progress;
        if (event === "progress") state.bytes = progress.bytes;
        else if (event !== "present") state.phase = event;
      },
    });
    // While another process works on the same model it cannot look at the signal.
    await untilAborted(installing, end);
    state.phase = "ready";
  } catch (error) {
    state.phase = canceled.signal.aborted ? "canceled" : signal.aborted ? "interrupted" : "failed";
    if (state.phase === "failed") {
      state.problem = error instanceof InstallError ? error.problem : null;
      state.detail = (error as Error).message.slice(0, 1000);
      log.warn({ model: model.id, reason: state.detail }, "a model could not be installed");
    }
  }
  done.abort();
  await beating;
  await write(directory, state);
}

/** Writes the state until it is done, and cancels when someone asks for that in any process. */
async function beat(directory: string, state: Installation, canceled: AbortController, done: AbortSignal) {
  while (!done.aborted) {
    await write(directory, state);
    const cancel = await readFile(cancelFile(directory)).catch(() => null);
    if (cancel) canceled.abort();
    await sleep(beatMs, undefined, { signal: done }).catch(() => undefined);
  }
}

async function write(directory: string, state: Installation): Promise<void> {
  state.at = clock.now().toISOString();
  const draft = `${stateFile(directory)}.part`;
  await writeFile(draft, JSON.stringify(state));
  await rename(draft, stateFile(directory));
}
