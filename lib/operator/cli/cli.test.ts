// @module-tag slow
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { actsIn, readTerminal, silent } from "@/testing/harness/terminal";
import { areas } from "./areas";
import { operateFromTerminal } from "./cli";

const { said, complained } = readTerminal();

test("the command changes limits by id and by slug, leaves what is not given, and records who acted and why", async () => {
  const { businessId, businessSlug } = await makeMember();
  const who = ["--as", "ops@vang.example", "--reason", "Đợt cao điểm"];
  expect(await operateFromTerminal(["businesses", "limit", businessId, "--requests", "700", ...who])).toBe(0);
  expect(said.join("")).toContain(`(${businessId}) are changed.`);
  const answers = ["lead@vang.example", "Hết đợt"];
  const again = ["businesses", "limit", businessSlug, "--concurrent", "20"];
  expect(await operateFromTerminal(again, async () => answers.shift() ?? "")).toBe(0);
  expect(await db.business.findUnique({ where: { id: businessId } })).toMatchObject({
    requestsPerMinute: 700,
    concurrentCalls: 20,
  });
  expect(await actsIn(businessId)).toMatchObject([
    { operator: "ops@vang.example", details: { reason: "Đợt cao điểm", via: "terminal" } },
    { operator: "lead@vang.example", details: { reason: "Hết đợt", via: "terminal" } },
  ]);
  said.length = 0;
  await operateFromTerminal(["audit", "acts", businessSlug]);
  expect(said.map((line) => line.split("  ")[2])).toEqual(["lead@vang.example", "ops@vang.example"]);
});

test.each([
  ["nobody says who acts", ["--reason", "Nợ"], "email address"],
  ["the address is none", ["--as", "ops", "--reason", "Nợ"], "email address"],
  ["there is no reason", ["--as", "ops@vang.example", "--reason", "  "], "reason"],
  ["the reason is too long", ["--as", "ops@vang.example", "--reason", "a".repeat(301)], "300"],
  ["an option is unknown", ["--who", "ops@vang.example"], "--who"],
])("nothing happens when %s", async (_, options, words) => {
  const { businessId } = await makeMember();
  expect(await operateFromTerminal(["businesses", "limit", businessId, "--requests", "700", ...options], silent)).toBe(
    2,
  );
  expect(complained.join("")).toContain(words);
  expect(await db.business.findUnique({ where: { id: businessId } })).not.toMatchObject({ requestsPerMinute: 700 });
  expect(await actsIn(businessId)).toEqual([]);
});

test("an unknown business, an unknown command and what was done already are named, with their exit codes", async () => {
  const { businessId } = await makeMember();
  const who = ["--as", "lead@vang.example", "--reason", "Nợ"];
  expect(await operateFromTerminal(["credit", "adjust", "no-such-business", "--amount", "1000", ...who])).toBe(1);
  expect(complained.pop()).toContain("No business has the ID or slug “no-such-business”");
  await makeTerminalOperator("lead@vang.example");
  const adjust = ["credit", "adjust", businessId, "--amount", "1000", ...who];
  expect(await operateFromTerminal(adjust)).toBe(0);
  expect(await operateFromTerminal(adjust)).toBe(1);
  expect(complained.pop()).toContain("already");
  expect(await operateFromTerminal(["freeze", businessId, ...who])).toBe(2);
  expect(complained.join("")).toContain("unknown command 'freeze'");
  expect(complained.pop()).toContain("npm run operator -- [options] [command]");
  expect(await operateFromTerminal(["credit", "freeze"])).toBe(2);
  expect(complained.pop()).toContain("grant [options] <business>");
  expect(await actsIn(businessId)).toHaveLength(1);
});

test("each area and verb explains itself, and an area without a verb performs its default one", async () => {
  expect(await operateFromTerminal(["--help"])).toBe(0);
  const listed = said.join("");
  for (const [name, { load }] of Object.entries(areas)) {
    expect(listed).toMatch(new RegExp(`^  ${name} `, "m"));
    const { verbs } = await load();
    expect(verbs.length).toBeGreaterThan(0);
    for (const { usage, about } of verbs) {
      said.length = 0;
      expect(await operateFromTerminal([name, ...usage.split(" ", 1), "--help"])).toBe(0);
      expect(said.join("")).toContain(`Usage: npm run operator -- ${name} ${usage.split(" ", 1)}`);
      expect(said.join("").replace(/\s+/g, " ")).toContain(about);
      expect(said.join("")).toContain("--json");
    }
  }
  for (const [name, { load }] of Object.entries(areas)) {
    const usual = (await load()).verbs.find(({ isDefault }) => isDefault);
    if (!usual) continue;
    const usage = `Usage: npm run operator -- ${name} ${usual.usage.split(" ", 1)}`;
    said.length = complained.length = 0;
    expect(await operateFromTerminal([name, "--no-such-option"])).toBe(2);
    expect(complained.join("")).toContain(usage);
    expect(await operateFromTerminal([name, "--help"])).toBe(0);
    expect(said.join("")).toContain(`Usage: npm run operator -- ${name} [options] [command]`);
    said.length = complained.length = 0;
    // These two work for minutes on voices, or need a second key.
    if (name === "voices" || name === "encryption") continue;
    expect(await operateFromTerminal([name], silent), name).not.toBe(2);
    expect(complained, name).toEqual([]);
    expect(said.length, name).toBeGreaterThan(0);
    expect(await operateFromTerminal([name, "--json"], silent), name).not.toBe(2);
  }
});

test("with --json the result and a failure are each one JSON value, and questions are not part of it", async () => {
  const { businessId } = await makeMember();
  await makeTerminalOperator();
  const credit = ["credit", "adjust", businessId, "--amount", "20000000", "--as", "ops@vang.example", "--json"];
  expect(await operateFromTerminal([...credit, "--reason", "Bù"], async () => "yes")).toBe(0);
  expect(JSON.parse(said.join(""))).toEqual({ businessId, amountVnd: "20000000" });
  said.length = complained.length = 0;
  expect(await operateFromTerminal(["audit", "acts", "no-such", "--json"])).toBe(1);
  expect(await operateFromTerminal(["audit", "acts", "--who", "--json"])).toBe(2);
  expect(said).toEqual([]);
  expect(complained.map((line) => JSON.parse(line))).toEqual([
    { error: "No business has the ID or slug “no-such”" },
    { error: "error: unknown option '--who'" },
  ]);
});

test("areas whose database is not needed run without it", async () => {
  const prepare = vi.fn();
  expect(await operateFromTerminal(["models", "list"], silent, prepare)).toBe(0);
  expect(prepare).not.toHaveBeenCalled();
  expect(await operateFromTerminal(["invoices"], silent, prepare)).toBe(0);
  expect(prepare).toHaveBeenCalledOnce();
});

test.each([
  [["--requests", "many"], "--requests: Enter a whole number"],
  [["--requests", "0"], "--requests: Enter a number from 1 to 100000"],
  [["--requests", "1.5"], "--requests: Enter a whole number"],
  [["--concurrent", "10001"], "--concurrent: Enter a number from 1 to 10000"],
  [["--webhooks", "-1"], "--webhooks: Enter a whole number"],
  [["--webhooks", "1000000"], "--webhooks: "],
  [["--until", "tomorrow"], "--until: Enter a day such as 2026-12-31"],
])("the limits %j are rejected, naming the number and what it may be", async (limits, sentence) => {
  const { businessId } = await makeMember();
  const who = ["--as", "ops@vang.example", "--reason", "Đợt cao điểm"];
  complained.length = 0;
  expect(await operateFromTerminal(["businesses", "limit", businessId, ...limits, ...who], silent)).toBe(2);
  expect(complained.join("")).toContain(sentence);
  expect(complained.join("").trim().split("\n")).toHaveLength(1);
});

test("a business is not taken by its name, and the error lists the slugs of those that have it", async () => {
  const name = `Công ty ${newId("business")}`;
  const [one, other] = [await makeMember({ name }), await makeMember({ name })];
  const who = ["--as", "ops@vang.example", "--reason", "Nợ"];
  expect(
    await operateFromTerminal(["businesses", "limit", name.toUpperCase(), "--requests", "700", ...who], silent),
  ).toBe(1);
  const said = complained.join("");
  for (const { businessSlug } of [one, other]) expect(said).toContain(businessSlug);
  expect(await actsIn(one.businessId)).toEqual([]);
});

const listFiles = (tree: string, ending: RegExp) =>
  readdirSync(tree, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(tree, name));
const texts = [
  ...listFiles("docs", /\.(md|ya?ml|sh|service)$/),
  ...["lib", "components", "messages"].flatMap((tree) => listFiles(tree, /\.(tsx?|json)$/)),
  ...["README.md", "README.vi.md", "CONTRIBUTING.md", "CHANGELOG.md"],
];
const scripts: Record<string, string> = JSON.parse(readFileSync("package.json", "utf8")).scripts;

/** The verbs that short commands stand for: `backup create` for `npm run backup`. */
const meant = new Map(
  Object.entries(scripts)
    .filter(([, program]) => program.startsWith("node scripts/operator.mjs"))
    .map(([script, program]) => [script, program.split(" ").slice(2)]),
);

/** Each command of the operator's program that a text prints, with its words. */
const printed = texts.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/npm run (?:--silent )?([a-z-]+)(?: -- ([^\n`"“”;)]*))?/g)].flatMap(
    ([command, script = "", rest = ""]) => {
      const before = meant.get(script);
      const words = rest.replace(/ ([#>&|,]|says|lists).*$/, "").replace(/[.,:]+$/, "");
      return before ? [{ at: `${file}: ${command}`, words: [...before, ...words.split(" ").filter(Boolean)] }] : [];
    },
  ),
);

test("every command for operators that a document, a page or a message prints exists with its options", async () => {
  const wrong: string[] = [];
  for (const { at, words } of printed) {
    const [name = "", second = ""] = words;
    if (!/^[a-z]/.test(name)) continue;
    if (!areas[name]) {
      wrong.push(at);
      continue;
    }
    const { verbs } = await areas[name].load();
    const known = new Map(verbs.map((verb) => [verb.usage.split(" ", 1)[0] ?? "", verb]));
    const given = /^[a-z-]+(\|[a-z-]+)*$/.test(second) && !second.startsWith("-") ? second.split("|") : [];
    const chosen = given.length > 0 ? given.map((one) => known.get(one)) : [verbs.find((verb) => verb.isDefault)];
    const flags = words.flatMap((word) => /^\[?(--[a-z-]+)/.exec(word)?.[1] ?? []);
    for (const verb of chosen) {
      const own = ["--json", "--help", ...Object.keys(verb?.options ?? {}).map((flag) => flag.split(" ")[0])];
      if (!verb || flags.some((flag) => !own.includes(flag))) wrong.push(at);
    }
  }
  expect(printed.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});
