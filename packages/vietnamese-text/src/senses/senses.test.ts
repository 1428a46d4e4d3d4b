import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { run } from "../cli";
import { knownAbbreviations, rowsOf, senseTables, titlesWithoutDot, topics } from "../data";
import { explain } from "../explain";
import { regionalReading } from "../reading-options";
import { verbalize } from "../verbalize";
import { leftKinds, rightKinds } from "./kinds";
import { choose } from "./score";
import { senseTableFor } from "./table";

const north = { region: "north" } as const;
const chat = { region: "north", reading: { textStyle: "chat" } } as const;
const read = (text: string) => verbalize(text, north).spoken;
const rows = [...senseTables.plain, senseTables.chat].flatMap(rowsOf);

test("the kinds and topics that the tables name exist", () => {
  expect(rows.length).toBeGreaterThan(500);
  const cells = (column: number) => rows.flatMap((row) => (row[column] ?? "").split("|"));
  const kindsOf = (column: number) => cells(column).flatMap((cell) => /^[~!]?(<.*>)$/.exec(cell)?.[1] ?? []);
  expect(kindsOf(3).filter((kind) => !leftKinds.has(kind))).toEqual([]);
  expect(kindsOf(4).filter((kind) => !rightKinds.has(kind))).toEqual([]);
  const named = cells(5).flatMap((cell) => /#+(.+)$/.exec(cell)?.[1] ?? []);
  expect(named.filter((topic) => !(topic in topics))).toEqual([]);
  expect(named.length).toBeGreaterThan(50);
});

test("a short form with several senses is in no table of unambiguous ones", () => {
  const shorts = senseTables.plain.flatMap(rowsOf).flatMap(([short = ""]) => short.split("|"));
  expect(new Set(shorts).size).toBeGreaterThanOrEqual(120);
  const tables = [...knownAbbreviations, titlesWithoutDot];
  expect(shorts.filter((short) => tables.some((table) => short in table))).toEqual([]);
});

test("a sense is read only if it is sure enough and ahead of the second", () => {
  const sense = (spoken: string, score: number) => ({ spoken, score, evidence: [] });
  expect(choose([sense("một", 2)])).toBeNull();
  expect(choose([sense("một", 4), sense("hai", 4)])).toBeNull();
  expect(choose([sense("một", 5), sense("hai", 4)])).toMatchObject({ spoken: "một" });
  expect(choose([])).toBeNull();
});

test.each([
  [
    "the same abbreviation has two senses in one sentence",
    "TS Lan dặn 45 TS dự thi",
    "tiến sĩ Lan dặn bốn mươi lăm thí sinh dự thi",
  ],
  ["capitals everywhere", "KÍNH GỬI KH: VUI LÒNG TT TIỀN ĐIỆN", "KÍNH GỬI khách hàng: VUI LÒNG thanh toán TIỀN ĐIỆN"],
  ["no marks", "KH vui long TT truoc", "khách hàng vui long thanh toán truoc"],
  ["a list that is cut in the middle", "Gồm KH, TT, HĐ,", "Gồm ca hát, tê tê, hát đê,"],
  ["abbreviations only", "TT KT CT", "tê tê ca tê xê tê"],
  ["mixed with English", "Please check TT and KH again", "Please check tê tê and ca hát again"],
])("%s: what is not certain is spelled", (_, written, spoken) => {
  expect(read(written)).toBe(spoken);
});

test("5,000 characters of one abbreviation are read to their end", () => {
  expect(read("TP. ".repeat(1250)).match(/thành phố|tê pê/g)).toHaveLength(1250);
  expect(read("KH, ".repeat(1250))).toBe("ca hát, ".repeat(1250));
});

test("one short form in a long text costs only the words around it", () => {
  const looks = vi.spyOn(senseTableFor(regionalReading.north.textStyle, true), "topicsOf");
  const readWeekdays = (count: number) => read(`${"T3-".repeat(count)}T3 KH TT`);
  expect(readWeekdays(6667)).toMatch(/^thứ ba, /);
  expect(looks.mock.calls.length).toBeGreaterThan(0);
  expect(looks.mock.calls.length).toBeLessThan(1000);
  looks.mockRestore();
});

test("a word that stands beside anything does not decide between senses alone", () => {
  expect(read("theo LS")).toBe("theo lờ ét");
  expect(read("theo LS của bị cáo")).toBe("theo luật sư của bị cáo");
  expect(read("mã HS 0901.21")).toMatch(/^mã hát ét /);
});

test("a longer phrase outweighs a shorter one", () => {
  expect(read("các sở, ban, ngành TP")).toBe("các sở, ban, ngành thành phố");
  expect(read("ngành TP")).toBe("ngành tư pháp");
});

test("a word that stands before an abbreviation is not said twice", () => {
  expect(read("công ty CTCP An Phát trong khu KCN")).toBe("công ty cổ phần An Phát trong khu công nghiệp");
  expect(read("cán bộ BYT, Bộ BYT")).toBe("cán bộ Bộ Y tế, Bộ Y tế");
});

test("a ticker is spelled, whatever else its letters stand for", () => {
  expect(read("cổ phiếu TCM tăng, bệnh TCM giảm")).toBe("cổ phiếu tê xê mờ tăng, bệnh tay chân miệng giảm");
});

test("short forms of chat are read where a text is written so, and never with the style switched off", () => {
  const text = "b ơi mk hết k rồi";
  const off = { region: "north", reading: { textStyle: "standard" } } as const;
  expect(read(text)).toBe("bạn ơi mình hết không rồi");
  expect(verbalize(text, chat).spoken).toBe("bạn ơi mình hết không rồi");
  expect(verbalize(text, off).spoken).toBe(text);
  expect(verbalize("đẹpppp quááá, 2day", off).spoken).not.toContain("đẹp quá");
});

test.each([
  "Cho tam giác ABC có ba cạnh a, b, c và góc e.",
  "Điểm a có hoành độ là x, điểm b có tung độ là y.",
  "Việt Nam vs Thái Lan: 2-1",
  "Theo điểm a, b và c khoản 2 Điều 5 của Luật này.",
  "Bệnh nhân đau hông, vitamin e và b.",
])("%s is no chat", (text) => {
  const spoken = read(text);
  expect(spoken).not.toMatch(/(?<!\p{L})(?:anh|bạn|chị|em|mày|tớ|không)(?!\p{L})/u);
});

test("an own pronunciation precedes every sense, and is not explained", () => {
  const own = { ...north, pronunciations: [{ written: "TT", spoken: "tổ trưởng" }] };
  expect(verbalize("TT Trump", own).spoken).toBe("tổ trưởng trăm");
  expect(explain("TT Trump", own)).toEqual([]);
});

test("the explanation names each reading with its score and what speaks for it", () => {
  const [first, second] = explain("Chụp CT ngực, gặp KT", north);
  expect(first).toMatchObject({ written: "CT", at: 5, spoken: "xê tê" });
  expect(first?.senses[0]).toMatchObject({
    spoken: "xê tê",
    score: 10,
    evidence: ["chụp …", "… ngực"],
  });
  expect(second).toMatchObject({ written: "KT", spoken: null });
});

test("the command prints the reading and why", () => {
  const { output, code } = run(["Chụp CT ngực"]);
  expect(code).toBe(0);
  expect(output).toMatch(/^Chụp xê tê ngực\n\nCT: xê tê\n +\d+ {2}xê tê {2}chụp …; … ngực/);
  expect(run([]).code).toBe(2);
  expect(run(["--region", "west", "a"]).code).toBe(2);
  expect(run(["--help"])).toMatchObject({ code: 0 });
  expect(run(["--chat", "mk đây"]).output).toMatch(/^mình đây/);
});

test("the package imports nothing but its own files and two libraries for markup", () => {
  const folder = join(__dirname, "..");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const imported = files.flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/from "([^"]+)"/g)].map(([, path = ""]) => path),
  );
  expect(imported.length).toBeGreaterThan(50);
  const libraries = new Set(imported.filter((path) => !path.startsWith(".")));
  expect([...libraries].sort()).toEqual(["entities/decode", "saxes"]);
});
