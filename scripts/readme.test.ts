// @module-tag promise
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { formattings } from "@/lib/speech/transcripts/choices";
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
  const member = await makeMember({ creditMilli: 1_000_000n });
  // As those of a new business.
  await db.transcriptSettings.create({ data: { businessId: member.businessId, formatting: [...formattings] } });
  const key = await makeKey(member);
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
    expect.objectContaining({ transcript: "Xin chào Việt Nam." }),
  ]);
}, 120_000);

test.each(["README.md", "README.vi.md"])(
  "%s fits on a few screens, and shows the front page and the console in light and dark",
  (file) => {
    const text = readFileSync(file, "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(110);
    const pictures = [...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = ""]) => path);
    const language = file === "README.md" ? "en" : "vi";
    const shown = ["front-page", "console"].flatMap((page) =>
      ["dark", "light"].map((theme) => `docs/images/${page}-${language}-${theme}.png`),
    );
    expect(pictures).toEqual(shown);
    for (const path of pictures) expect(statSync(path).size).toBeLessThanOrEqual(200_000);
    const links = [...text.matchAll(/\]\(([^)#:]+)/g)].map(([, path = ""]) => path);
    expect(links.filter((path) => !existsSync(path))).toEqual([]);
  },
);

test("the Vietnamese README has the same commands", () => {
  const commandsIn = (file: string) =>
    [...readFileSync(file, "utf8").matchAll(/```sh\n(.*?)```/gs)].map(([, command]) => command);
  expect(commandsIn("README.vi.md")).toEqual(commandsIn("README.md"));
});
