import { mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { writeEspeakData } from "@/lib/speech/providers/sherpa/espeak-data";
import { smokeTest } from "@/lib/speech/providers/sherpa/smoke";
import { homeOf, sizeOf } from "./directory";
import { findInstalled, markReady, unmarkReady } from "./installed";
import { withLock } from "./lock";
import { largestSize, type SpeechModel } from "./manifest";
import { type Obtained, obtain, type Source } from "./obtain";
import { ModelProblem } from "./problem";
import { isKnown, readTrust, type Trust, writeTrust } from "./trust";

export type Progress =
  | { event: "waiting" | "fetching" | "trying" | "ready" | "present"; model: string }
  | { event: "progress"; model: string; bytes: number; total: number };

export type InstallOptions = Source & {
  directory: string;
  /** The SPDX names of licences the person accepts. */
  accepted: readonly string[];
  /** Takes files whose hash nobody knows yet, and remembers what they were. */
  trustFirst: boolean;
  report: (progress: Progress) => void;
  /** Runs the model once before it counts as ready. */
  tryOut?: (model: SpeechModel, home: string) => Promise<void>;
};

const atOnce = 2;

/** Room to leave on the disk beyond the files. */
const spareBytes = 64 * 1024 * 1024;

/**
 * Brings a model here, whole, verified and tried, or throws ModelProblem. One that is ready already costs no request;
 * one that was begun is continued. Only one process installs a model at a time.
 */
export async function install(model: SpeechModel, options: InstallOptions): Promise<void> {
  const { directory, report } = options;
  requireLicence(model, options.accepted);
  const onWait = () => report({ event: "waiting", model: model.id });
  await withLock(directory, model.id, onWait, async () => {
    const installed = await findInstalled(directory, model.id);
    if (installed && isSame(model, installed.model)) return report({ event: "present", model: model.id });
    await bring(model, options);
    report({ event: "ready", model: model.id });
  });
}

async function bring(model: SpeechModel, options: InstallOptions): Promise<void> {
  const { directory, report, tryOut = smokeTest } = options;
  const home = homeOf(directory, model.id);
  const trust = await readTrust(directory, model.id);
  if (!options.trustFirst && !isKnown(model, trust)) throw unverified(model);
  await mkdir(home, { recursive: true });
  await unmarkReady(home);
  await requireSpace(model, home);

  report({ event: "fetching", model: model.id });
  const obtained = await obtainAll(model, home, trust, options);
  if (model.espeakData) await writeEspeakData(join(home, model.espeakData));
  report({ event: "trying", model: model.id });
  await tryOut(model, home);
  await writeTrust(directory, model.id, Object.fromEntries(obtained.map(({ path, ...seen }) => [path, seen])));
  await markReady(home, withSeen(model, obtained));
}

async function obtainAll(model: SpeechModel, home: string, trust: Trust, options: InstallOptions) {
  const total = model.files.reduce((sum, file) => sum + largestSize(file), 0);
  const here = new Map<string, number>();
  const limit = pLimit(atOnce);
  const running = model.files.map((file) =>
    limit(() =>
      obtain({ id: model.id, home, file, sha256: file.sha256 ?? trust[file.path]?.sha256 }, options, (count) => {
        here.set(file.path, count);
        const bytes = [...here.values()].reduce((sum, count) => sum + count, 0);
        options.report({ event: "progress", model: model.id, bytes, total });
      }),
    ),
  );
  // All of them end before the lock is let go.
  const outcomes = await Promise.allSettled(running);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

/** Whether the files that are here are those of the manifest. */
function isSame(wanted: SpeechModel, here: SpeechModel): boolean {
  const seen = new Map(here.files.map((file) => [file.path, file.sha256]));
  return wanted.files.every(({ path, sha256 }) => seen.has(path) && (sha256 === null || sha256 === seen.get(path)));
}

const withSeen = (model: SpeechModel, obtained: readonly Obtained[]): SpeechModel => ({
  ...model,
  files: model.files.map((file) => ({ ...file, ...obtained.find(({ path }) => path === file.path) })),
});

function requireLicence({ id, licence }: SpeechModel, accepted: readonly string[]): void {
  if (!licence.acceptRequired || accepted.includes(licence.spdx)) return;
  throw new ModelProblem(
    `${id} is under ${licence.spdx} (${licence.url}). ${licence.note ?? ""} To install it all the same: --accept-licence ${licence.spdx}`,
  );
}

const unverified = ({ id }: SpeechModel) =>
  new ModelProblem(
    `Nobody has verified the files of ${id} yet: the manifest has no SHA-256 for them. To take them as they come and have this machine remember them: --trust-first-download`,
  );

async function requireSpace(model: SpeechModel, home: string): Promise<void> {
  const missing = await Promise.all(
    model.files.map(async (file) => {
      const paths = [join(home, file.path), join(home, `${file.path}.part`)];
      const [whole, part] = await Promise.all(paths.map(sizeOf));
      return Math.max(0, largestSize(file) - (whole ?? part ?? 0));
    }),
  );
  const needed = missing.reduce((sum, bytes) => sum + bytes, 0);
  const { bavail, bsize } = await statfs(home);
  if (needed === 0 || bavail * bsize >= needed + spareBytes) return;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  throw new ModelProblem(
    `${model.id} needs ${megabytes(needed + spareBytes)} and the disk of ${home} has ${megabytes(bavail * bsize)} left.`,
  );
}
