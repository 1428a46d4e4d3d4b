// @module-tag promise
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, makeMember } from "@/prisma/factories";
import { listReadmeCommands, runPrinted } from "@/testing/harness/readme-commands";
import { serveHere } from "@/testing/harness/serve-here";

const directory = mkdtempSync(join(tmpdir(), "vang-readme-"));
let server: Awaited<ReturnType<typeof serveHere>>;

beforeAll(async () => {
  server = await serveHere();
}, 120_000);
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Replaces values that differ between runs: `…`, times, durations to a tenth of a second, and a few bytes of sound. */
function asPrinted([name, value]: [string, unknown]): [string, unknown] {
  if (name === "processingTimeMs") return [name, expect.any(Number)];
  if (name === "fileSizeBytes") return [name, expect.closeTo(Number(value), -2)];
  if (name === "audioDuration") return [name, expect.closeTo(Number(value), 1)];
  if (typeof value !== "string" || !value.includes("…")) return [name, value];
  const parts = value.replace("http://localhost:3000", "").split("…");
  return [name, expect.stringMatching(parts.map((part) => part.replace(/[?.]/g, "\\$&")).join(".+"))];
}

test("the README's commands, run as printed, end in the transcript that it shows", async () => {
  const key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
  const shown: unknown[] = [];
  for (const { command, response } of listReadmeCommands()) {
    const output = await runPrinted(command, { url: server.url, key, directory });
    if (!response) continue;
    const printed = JSON.parse(response);
    shown.push(printed);
    expect(JSON.parse(output)).toEqual(Object.fromEntries(Object.entries(printed).map(asPrinted)));
  }
  expect(shown).toEqual([
    expect.objectContaining({ audioUrl: expect.any(String) }),
    expect.objectContaining({ transcript: "xin chào việt nam" }),
  ]);
}, 120_000);

test("the README fits on a few screens", () => {
  expect(readFileSync("README.md", "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(120);
});
