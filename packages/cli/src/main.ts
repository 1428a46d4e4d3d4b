import { version } from "../package.json";
import { balance, history, login, logout, usage, whoami } from "./account";
import type { Call, Run } from "./call";
import { listModels, listVoices } from "./catalogues";
import { type CommandName, exitCodes } from "./commands";
import { writeCompletion } from "./completion";
import { connect } from "./connect";
import { describeFailure, UsageError } from "./fail";
import { usageLine, writeCommandHelp, writeHelp } from "./help";
import { cancelJob, listJobs, showJob, waitJob } from "./jobs";
import { createKey, listKeys, revokeKey, rotateKey } from "./keys";
import { transcribeLive } from "./live";
import { type Parsed, parse } from "./parse";
import { readText, speak } from "./speak";
import { clearProgress, note, print } from "./terminal";
import { transcribe } from "./transcribe";
import { listen } from "./webhooks/listen";
import { listWebhooks, replay, trigger } from "./webhooks/webhooks";
import { type Language, languageOf, say, setLanguage } from "./words";

const completion: Run = ({ args: [shell = ""] }) => {
  if (shell !== "bash" && shell !== "zsh") throw new UsageError(say("cli.unknownShell", { shell }));
  return print(writeCompletion(shell));
};

/** Loaded when it is run, because it is larger than all the rest. */
const mcp: Run = async ({ given, signal, vang }) => {
  const { serveAssistant } = await import("./mcp");
  await serveAssistant(vang(), given.directory ?? ".", signal);
};

const runs: Record<CommandName, Run> = {
  login,
  logout,
  whoami,
  say: speak,
  read: readText,
  transcribe,
  live: transcribeLive,
  voices: listVoices,
  models: listModels,
  "jobs list": listJobs,
  "jobs show": showJob,
  "jobs wait": waitJob,
  "jobs cancel": cancelJob,
  history,
  usage,
  balance,
  "keys list": listKeys,
  "keys create": createKey,
  "keys rotate": rotateKey,
  "keys revoke": revokeKey,
  "webhooks list": listWebhooks,
  "webhooks listen": listen,
  "webhooks trigger": trigger,
  "webhooks replay": replay,
  mcp,
  completion,
};

/** Runs a command and returns its exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  setLanguage(chosenLanguage(argv));
  const interrupt = new AbortController();
  process.once("SIGINT", () => interrupt.abort());
  let parsed: Parsed | undefined;
  try {
    parsed = parse(argv);
    await runParsed(parsed, interrupt.signal);
    return exitCodes.success;
  } catch (error) {
    clearProgress();
    if (interrupt.signal.aborted) return exitCodes.interrupted;
    const { exitCode, sentence, record } = describeFailure(error);
    const isJson = parsed?.given.json ?? argv.includes("--json");
    note(isJson ? JSON.stringify({ error: { ...record, exitCode } }) : sentence);
    if (error instanceof UsageError && !isJson) note(usageLine(parsed?.name ?? nameIn(argv)));
    return exitCode;
  }
}

async function runParsed({ name, args, given }: Parsed, signal: AbortSignal): Promise<void> {
  if (given.version) return print(version);
  if (!name) {
    // Without a command there is nothing to do: the help says what there is.
    if (!given.help && args.length === 0) throw new UsageError(say("cli.missingCommand"));
    return print(writeHelp());
  }
  if (given.help) return print(writeCommandHelp(name));
  const call: Call = { args, given, signal, vang: () => connect(given) };
  await runs[name](call);
}

/** The command that a run with wrong arguments was meant for. */
function nameIn([first = "", second = ""]: readonly string[]): CommandName | undefined {
  const names = Object.keys(runs) as CommandName[];
  return names.find((name) => name === `${first} ${second}` || name === first);
}

function chosenLanguage(argv: readonly string[]): Language {
  const at = argv.findIndex((text) => text === "--lang" || text.startsWith("--lang="));
  const chosen = at < 0 ? undefined : (argv[at]?.split("=")[1] ?? argv[at + 1]);
  return chosen === "vi" || chosen === "en" ? chosen : languageOf(process.env);
}
