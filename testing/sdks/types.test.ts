import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { describeApi } from "@/lib/api/openapi/document";
import { type ApiDocument, writeTypes } from "@/packages/sdk-typescript/write-types";

/** As the project's files are formatted. */
function format(source: string): string {
  const command = ["node_modules/@biomejs/biome/bin/biome", "format", "--stdin-file-path=types.gen.ts"];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { input: source, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

test("the TypeScript SDK has the types of today's API (otherwise: npm run sdk-types)", async () => {
  const document = describeApi("en", { hasAliases: false }) as unknown as ApiDocument;
  await expect(format(writeTypes(document))).toMatchFileSnapshot("../../packages/sdk-typescript/src/types.gen.ts");
});
