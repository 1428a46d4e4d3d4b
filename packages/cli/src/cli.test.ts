import { readFileSync } from "node:fs";
import { join } from "node:path";
import pLimit from "p-limit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Scope } from "@/lib/access/principals/scopes";
import { makeKey } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { startCli } from "@/testing/harness/cli";
import { makePartner } from "@/testing/harness/partner";

let api: Awaited<ReturnType<typeof startApi>>;
let cli: Awaited<ReturnType<typeof startCli>>;
let keys: Record<"all" | "narrow" | "poor" | "other", string>;
beforeAll(async () => {
  [api] = await Promise.all([startApi()]);
  cli = await startCli(api.url);
  const scopes: Scope[] = ["tts:execute", "stt:execute", "balance:read", "usage:read", "webhooks:manage"];
  const [partner, poor, other] = await Promise.all([makePartner(), makePartner({ creditMilli: 0n }), makePartner()]);
  const [all, narrow] = await Promise.all([makeKey(partner, scopes), makeKey(partner, ["balance:read"])]);
  keys = { all, narrow, poor: poor.key, other: other.key };
});
afterAll(async () => {
  await api.close();
  cli.close();
});

test("say writes what transcribe reads, and history and balance show what both cost", async () => {
  const said = await cli.run(["say", "xin chào", "--voice", "north-linh", "-o", "a.wav", "--json"], { key: keys.all });
  expect([said.code, said.stderr]).toEqual([0, ""]);
  const speech = JSON.parse(said.stdout);
  expect(speech).toMatchObject({ output: "a.wav", format: "wav", chargeVnd: 2.4, voiceId: "north-linh" });
  const file = readFileSync(join(cli.folder, "a.wav"));
  expect([file.toString("latin1", 0, 4), file.length]).toEqual(["RIFF", speech.bytes]);

  const read = await cli.run(["transcribe", "a.wav"], { key: keys.all });
  expect([read.code, read.stdout]).toEqual([0, "xin chào\n"]);
  expect(read.stderr).toMatch(/^10 ₫ · stt_\w+\n$/);
  const foreign = await cli.run(["jobs", "show", speech.trackingId], { key: keys.other });
  expect([foreign.code, foreign.stdout]).toEqual([1, ""]);
  await expect
    .poll(async () => (await cli.run(["history", "--json"], { key: keys.all })).stdout)
    .toContain(speech.trackingId);
});

type Row = [argv: string[], key: keyof typeof keys | undefined, code: number, stdout: RegExp, stderr: RegExp];

const rows: Row[] = [
  [["--version"], undefined, 0, /^\d+\.\d+\.\d+\n$/, /^$/],
  [[], undefined, 2, /^$/, /A command is missing.*\nUsage: vang COMMAND/s],
  [["balance"], undefined, 3, /^$/, /^No API key: run vang login/],
  [["balance", "--json"], "narrow", 0, /^\{"availableVnd":\d.*\}\n$/, /^$/],
  [["voices"], "narrow", 0, /^north-linh\tLinh\tnorth\tfemale\tvang-espeak$/m, /^$/],
  [["read", "1/2/2026"], "all", 0, /một tháng hai/, /^8 characters, 2.4 ₫\n$/],
  [["say", "xin"], "narrow", 3, /^$/, /SCOPE_MISSING, requestId req_\w+\)\n$/],
  [["say", "xin"], "poor", 4, /^$/, /INSUFFICIENT_CREDIT/],
  [
    ["say", "xin", "--voice", "none", "--json", "-o", "b.mp3"],
    "all",
    1,
    /^$/,
    /^\{"error":\{.*"code":"VOICE_UNKNOWN".*\}\n$/,
  ],
  [["transcribe", "none.wav", "--lang", "vi"], "all", 1, /^$/, /^Không có tệp none\.wav\.\n$/],
];

test("each command ends with its exit code, its result on stdout and the rest on stderr", async () => {
  const limit = pLimit(4);
  await Promise.all(
    rows.map(([argv, key, code, stdout, stderr]) =>
      limit(async () => {
        const ended = await cli.run(argv, { key: key && keys[key] });
        expect([argv, ended.code, ended.stdout, ended.stderr]).toEqual([
          argv,
          code,
          expect.stringMatching(stdout),
          expect.stringMatching(stderr),
        ]);
      }),
    ),
  );
});
