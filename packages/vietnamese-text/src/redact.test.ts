import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "./cli";
import { rowsOf } from "./data";
import { redact, redactionKinds, redactionsOf } from "./redact";
import { write } from "./write";

const every = ["phone", "cccd", "tax_code", "account", "card", "plate", "email", "amount"] as const;

/** A row has `{PHONE_1|words}` where the words are redacted as that. */
const rows = rowsOf(readFileSync(join(__dirname, "../cases/redact/redactions.tsv"), "utf8")).map(([, row = ""]) => {
  const words: string[] = [];
  const ranges: string[] = [];
  for (const [part, label, said = ""] of row.matchAll(/\{([A-Z_0-9]+)\|([^}]*)\}|\S+/g)) {
    const from = words.length;
    words.push(...(label ? said.split(" ") : [part]));
    if (label) ranges.push(`{${label}} ${words.slice(from).join(" ")}`);
  }
  return { spoken: words.join(" "), ranges };
});

test("exactly the words of each case are redacted, as the kind that its row names", () => {
  const wrong = rows.filter(({ spoken, ranges }) => {
    const words = spoken.split(" ");
    const found = redact(spoken, every).ranges.map(
      ({ from, to, label }) => `${label} ${words.slice(from, to).join(" ")}`,
    );
    return found.join("\n") !== ranges.join("\n");
  });
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(200);
});

const digitNames = ["không", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín"];
const digitWords = new Set([...digitNames, "mười", "mươi", "trăm", "linh", "lẻ", "mốt", "tư", "lăm", "nhăm", "bẩy"]);

/** Numbers in [0, 1), the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Digits as people say them: one by one, in tens or hundreds, with "ba số không", pauses and fillers. */
function say(digits: string, random: () => number): string {
  const words: string[] = [];
  for (let at = 0; at < digits.length; ) {
    const digit = digits.charAt(at);
    const same = /^(\d)\1*/.exec(digits.slice(at))?.[0].length ?? 1;
    const two = digits.slice(at, at + 2);
    if (same >= 3 && random() < 0.5) {
      const times = Math.min(same, 5);
      words.push(digitNames[times] ?? "", random() < 0.5 ? "số" : "con", digitNames[Number(digit)] ?? "");
      at += times;
    } else if (/^[2-9]\d$/.test(two) && random() < 0.2) {
      const ones = two.charAt(1);
      const said = { "0": "", "1": "mốt", "4": "tư", "5": "lăm" }[ones] ?? digitNames[Number(ones)] ?? "";
      words.push(digitNames[Number(two.charAt(0))] ?? "", "mươi", ...(said ? [said] : []));
      at += 2;
    } else {
      words.push(digit === "7" && random() < 0.3 ? "bẩy" : (digitNames[Number(digit)] ?? ""));
      at += 1;
    }
    if (random() < 0.2) words.push(["à", "ờ", "ừm", "dạ", "rồi", "tiếp theo"][Math.floor(random() * 6)] ?? "");
  }
  return words.join(" ");
}

const said = [
  ["phone", "0", 9, "số điện thoại của em là"],
  ["phone", "09", 8, "chị gọi em theo"],
  ["cccd", "0", 11, "căn cước của tôi"],
  ["tax_code", "0", 9, "mã số thuế là"],
  ["account", "1", 11, "chuyển vào số tài khoản"],
  ["card", "4", 15, "số thẻ của anh"],
] as const;

test("no digit of a redacted number stays, however it is said", () => {
  const random = seeded(52);
  const left: string[] = [];
  for (let round = 0; round < 300; round += 1) {
    const [, begins, more, head] = said[round % said.length] ?? said[0];
    const digits = begins + Array.from({ length: more }, () => Math.floor(random() * 10)).join("");
    const spoken = `${head} ${say(digits, random)} nhé`;
    const { text } = redact(spoken, every);
    const words =
      text
        .toLowerCase()
        .replace(/\{[a-z_]+_\d+\}/g, " ")
        .match(/[\p{L}\p{M}\d]+/gu) ?? [];
    if (words.some((word) => /\d/.test(word) || digitWords.has(word)) || !/\{[A-Z_]+_1\}/.test(text))
      left.push(`${spoken}: ${text}`);
  }
  expect(left).toEqual([]);
});

test("with numbers, no number word of two or more and no digit stays", () => {
  const random = seeded(7);
  const spoken = Array.from({ length: 200 }, () => {
    const digits = String(Math.floor(random() * 10 ** (2 + Math.floor(random() * 9)))).padStart(2, "1");
    return `hôm ấy em ghi ${say(digits, random)} vào sổ`;
  });
  const left = spoken
    .map((line) => redact(line, ["numbers"]).text)
    .filter((text) => /\d/.test(text.replace(/\{NUMBER_\d+\}/g, "")));
  expect(left).toEqual([]);
});

test("equal values have equal labels", () => {
  const spoken = "số cũ 0987654321 số mới 0912345678 số cũ không chín tám bảy sáu năm bốn ba hai một";
  expect(redact(spoken, ["phone"]).ranges.map(({ label }) => label)).toEqual(["{PHONE_1}", "{PHONE_2}", "{PHONE_1}"]);
});

test("ranges name the spoken words, pieces stand for all words, and marks stay", () => {
  const spoken = "Số em là 0987 654 321, gọi nhé.".split(" ").map((word, at) => ({ word, start: at, end: at + 0.5 }));
  const { text, pieces, ranges } = redact(spoken, ["phone"]);
  expect(text).toBe("Số em là {PHONE_1}, gọi nhé.");
  expect(ranges).toEqual([{ from: 3, to: 6, kind: "phone", label: "{PHONE_1}" }]);
  expect(pieces.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 6],
    [6, 7],
    [7, 8],
  ]);
});

test("pieces that were formatted otherwise are redacted, too", () => {
  const spoken = "số em là không chín tám bảy sáu năm bốn ba hai một";
  const { pieces } = write(spoken, { numerals: false, punctuate: false, casing: false });
  expect(redact(spoken, ["phone"], pieces).text).toBe("số em là {PHONE_1}");
});

test("a whole text can be redacted, and an empty one stays empty", () => {
  expect(redact("0987654321", ["phone"]).text).toMatch(/^\{PHONE_1\}\.?$/);
  expect(redact("", [...redactionKinds])).toEqual({ text: "", pieces: [], ranges: [] });
});

test("only the wanted kinds are redacted, and what may be one of them is", () => {
  const spoken = "số em 0987654321 giá năm trăm nghìn đồng";
  expect(redact(spoken, ["amount"]).ranges.map(({ kind }) => kind)).toEqual(["amount"]);
  expect(redact(spoken, ["cccd"]).ranges).toEqual([]);
  expect(redact("của em không bảy chín một chín tám không không một hai ba bốn", ["account"]).ranges).toHaveLength(1);
});

test("names of kinds and groups are accepted, and a wrong one is named", () => {
  expect(redactionsOf(["pci", "card"])).toEqual({ kinds: ["card", "account"] });
  expect(redactionsOf(["pii", "amount"])).toEqual({ kinds: [...every] });
  expect(redactionsOf(["phone", "name"])).toEqual({ unknown: "name" });
  expect(redactionsOf(["toString"])).toEqual({ unknown: "toString" });
});

test.each([
  ["texts of many kinds", rows.flatMap(({ spoken }) => spoken.split(" "))],
  ["one number without end", digitNames],
  ["hundreds without end", ["one", "hundred"]],
])("ten times the words take about ten times as long: %s", (_, words) => {
  const milliseconds = (count: number) => {
    const given = Array.from({ length: count }, (_, at) => ({ word: words[at % words.length] ?? "" }));
    const { pieces } = write(given);
    const runs = [1, 2, 3].map(() => {
      const begun = process.cpuUsage();
      redact(given, redactionKinds, pieces);
      return process.cpuUsage(begun).user / 1000;
    });
    return Math.min(...runs);
  };
  milliseconds(500);
  const [few, many] = [milliseconds(500), milliseconds(5000)];
  expect(many).toBeLessThan(Math.max(few, 5) * 30);
});

test("the command redacts each line that it gets, and rejects unknown kinds", () => {
  const spoken = () => "giá năm trăm nghìn đồng\nsố em là không chín tám bảy sáu năm bốn ba hai một\n";
  expect(run(["redact", "--redact", "pii,amount"], spoken).output).toMatch(
    /^Giá \{AMOUNT_1\}\.\nSố em là \{PHONE_1\}\.$/,
  );
  expect(run(["redact", "--redact", "pii,names"], spoken).code).toBe(2);
  expect(run(["redact"], spoken).code).toBe(2);
});
