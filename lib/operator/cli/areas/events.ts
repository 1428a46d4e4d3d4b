import { type Result, readScript, scriptOptions, verb } from "@/lib/operator/cli/verb";
import { replayResults } from "@/lib/operator/work/work";
import { type DeadLetter, listDeadLetters } from "@/lib/platform/stream/dead-letters";
import { vietnamTime } from "@/lib/platform/vietnam-time";

export const verbs = [
  verb({
    usage: "list",
    about: "results of finished jobs that could not be recorded, with their reasons",
    isDefault: true,
    run: async () => describeDeadLetters(await listDeadLetters()),
  }),
  verb({
    usage: "retry [event...]",
    about: "records those named, or all, again; lists them where none is named",
    options: scriptOptions,
    async run({ args: [names], options }) {
      const waiting = await listDeadLetters();
      if (names.length === 0) return describeDeadLetters(waiting);
      const wanted = names.includes("all") ? waiting.map(({ key }) => key) : names;
      const { operator, reason } = readScript(options);
      const replayed = await replayResults(operator, wanted, reason);
      const unknown = wanted.filter((name) => !replayed.includes(name));
      const lines = [...unknown.map((name) => `${name} is not set aside`), `${replayed.length} events are tried again`];
      return { lines, data: { replayed, unknown }, isOk: unknown.length === 0 };
    },
  }),
];

const describeDeadLetters = (waiting: DeadLetter[]): Result => ({
  lines: [
    ...waiting.map(({ topic, key, failedAt, reason }) => `${key}  ${topic}  ${vietnamTime(failedAt)}  ${reason ?? ""}`),
    `${waiting.length} events are set aside; "npm run retry-results -- all", or their names instead, has them tried again`,
  ],
  data: waiting,
});
