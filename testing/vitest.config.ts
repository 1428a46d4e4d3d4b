import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { slowerTiering } from "../scripts/v8-settings.mjs";
import { isDeep, isSlow, kindOf, listTestFiles, slowFiles } from "./test-files.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const resolve = {
  alias: {
    "@": root.replace(/\/$/, ""),
    "@vang/sdk": `${root}packages/sdk-typescript/src/index.ts`,
    "demo-recognizer": `${root}packages/demo-recognizer/src/recognize.ts`,
    // The package throws outside Next's server build.
    "server-only": fileURLToPath(new URL("../scripts/empty.ts", import.meta.url)),
  },
};

/** Imports tables as texts, as the bundlers do. */
const tables = {
  name: "tables",
  transform: (text: string, id: string) =>
    id.endsWith(".tsv") ? `export default ${JSON.stringify(text)};` : undefined,
};

type Kind = ReturnType<typeof kindOf>;

const kinds: Kind[] = ["console", "servers", "database", "own-process", "process", "plain"];

/** The kinds that run first, the slow files first; within a kind the longest of the previous run first. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const slow = slowFiles.indexOf(relative(root, moduleId));
      const kind = kinds.indexOf(project.name as Kind);
      if (kind === 0) return slow < 0 ? slowFiles.length : slow;
      return slow < 0 ? 1000 * (kind + 2) : 1000 + slow;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

/** `npm test`, or `npm run test:deep` with `deep`. */
export function makeConfig({ deep }: { deep: boolean }) {
  const withSlow = deep || process.env.VANG_SLOW_TESTS === "1";
  const minutes = 60_000;
  const files = listTestFiles().filter((file) =>
    deep ? isDeep(file) : !/\.deep\.test\.ts$/.test(file) && (withSlow || !isSlow(file)),
  );
  const timeout = deep ? 60 * minutes : minutes;
  // Deep tests measure, so nothing runs beside them.
  const maxWorkers = deep ? 1 : availableParallelism();
  const project = (name: Kind): TestProjectInlineConfiguration => {
    const hasDatabase = name !== "process" && name !== "plain";
    // Tests with servers use every core and promise how soon a server is back. The others often wait.
    const isFirst = name === "console" || name === "servers";
    return {
      root,
      resolve,
      plugins: [tables],
      test: {
        name,
        include: files.filter((file) => kindOf(file) === name),
        exclude: configDefaults.exclude,
        pool: "forks",
        execArgv: [slowerTiering],
        isolate: name === "own-process" || name === "process",
        globalSetup: hasDatabase ? ["testing/harness/start-cluster.ts"] : [],
        setupFiles: [hasDatabase ? "testing/harness/own-database.ts" : "testing/harness/no-database.ts"],
        testTimeout: timeout,
        hookTimeout: timeout,
        maxWorkers: isFirst || deep ? maxWorkers : maxWorkers + 1,
        sequence: { groupOrder: isFirst ? 0 : 1 },
      },
    };
  };
  return defineConfig({
    root,
    resolve,
    test: {
      projects: kinds.map(project).filter(({ test }) => test?.include?.length),
      globalSetup: ["testing/harness/global-setup.ts"],
      sequence: { sequencer: SlowFirst },
      maxWorkers,
      tags: [
        { name: "promise", description: "Proves something that Vang promises" },
        { name: "deep", description: "Only in npm run test:deep", skip: !deep },
        { name: "slow", description: "Only in npm run test:deep, or in a file that is named" },
        {
          name: "clock",
          description: "Waits for a clock, so a busy machine can make it fail",
          retry: process.env.CI ? 1 : 0,
        },
      ],
    },
  });
}

export default makeConfig({ deep: false });
