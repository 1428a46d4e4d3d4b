import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ensureDatabase } from "./database.mjs";

test("of two programs that end at once, the one that finds the database stopped already ends too", async () => {
  const directory = mkdtempSync(join(tmpdir(), "vang-two-ends-"));
  const [first, second] = [await ensureDatabase({ directory }), await ensureDatabase({ directory })];
  await first.stop();
  await expect(second.release()).resolves.toBeUndefined();
  rmSync(directory, { recursive: true, force: true });
});
