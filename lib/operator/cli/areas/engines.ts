import type { Operator } from "@/lib/access/principals/operator";
import { enginesReady } from "@/lib/engines/catalogue";
import { engineStates } from "@/lib/engines/settings";
import { actorOptions, readActor, readScript, scriptOptions, UsageError, verb } from "@/lib/operator/cli/verb";
import { listEngines, setEngineState, setUpstreamWeight, testEngine } from "@/lib/operator/engines/engines";
import { engineStateSchema, engineWeightSchema } from "@/lib/operator/engines/schema";

export const verbs = [
  verb({
    usage: "list",
    about: "their state, and what each process that runs them says",
    isDefault: true,
    async run() {
      await enginesReady();
      const engines = await listEngines({ email: "terminal", via: "terminal" } as Operator);
      const lines = engines.flatMap(
        ({ engine, state, processes, running, places, waiting, calls, failures, p95Ms }) => [
          `${engine}  ${state}  ${running} of ${places} places, ${waiting} wait, ${calls} calls, ${failures} failures, p95 ${p95Ms ?? "-"} ms`,
          ...processes.map(
            (one) =>
              `  ${one.process}  ${one.region}  ${one.running} of ${one.places}  circuit ${one.circuit}  ${one.detail ?? ""}`,
          ),
        ],
      );
      return { lines, data: engines };
    },
  }),
  verb({
    usage: "set <engine> <state>",
    about: `in all processes within seconds: ${engineStates.join(", ")}; requests that run go on to their end`,
    options: actorOptions,
    async run(given) {
      const [engine, wanted] = given.args;
      const state = engineStateSchema.shape.state.safeParse(wanted);
      if (!state.success) throw new UsageError(`The state is ${engineStates.join(", ")}.`);
      const { operator, reason } = await readActor(given, "Why? ");
      await enginesReady();
      await setEngineState(operator, engine, state.data, reason);
      return { lines: [`${engine} is ${state.data}.`], data: { engine, state: state.data } };
    },
  }),
  verb({
    usage: "weight <engine> <host> <weight>",
    about: "the share of one of its upstream servers, 0 to 1000",
    options: actorOptions,
    async run(given) {
      const [engine, host, typed] = given.args;
      const weight = engineWeightSchema.shape.weight.safeParse(typed);
      if (!weight.success) throw new UsageError("The weight is 0 to 1000.");
      const { operator, reason } = await readActor(given, "Why? ");
      await enginesReady();
      await setUpstreamWeight(operator, engine, { host, weight: weight.data, reason });
      return {
        lines: [`${host} of ${engine} has the weight ${weight.data}.`],
        data: { engine, host, weight: weight.data },
      };
    },
  }),
  verb({
    usage: "test <engine>",
    about: "sends it a short request; the exit code is 1 if it fails",
    options: scriptOptions,
    async run({ args: [engine], options }) {
      await enginesReady();
      const found = await testEngine(readScript(options).operator, engine);
      return {
        lines: [`${found.isWell ? "well" : "FAILED"}  ${found.ms} ms  ${found.detail}`],
        data: found,
        isOk: found.isWell,
      };
    },
  }),
];
