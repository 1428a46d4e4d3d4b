// @module-tag promise
import fc from "fast-check";
import { expect, test } from "vitest";
import { clean } from "./clean";
import { cleanCharacters } from "./clean/characters";
import { Mapped } from "./clean/mapped";
import { SsmlError } from "./clean/ssml";
import { verbalize } from "./verbalize";

const north = { region: "north" } as const;
const read = (text: string) => verbalize(text, north).spoken;

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const smalls = capitals.toLowerCase();
const digits = "0123456789";

/** The styles of the block of mathematical letters, by where their capitals begin; some letters have older places. */
const mathematical: Record<string, number> = {
  bold: 0x1d400,
  italic: 0x1d434,
  "bold italic": 0x1d468,
  script: 0x1d49c,
  "bold script": 0x1d4d0,
  fraktur: 0x1d504,
  "double-struck": 0x1d538,
  "bold fraktur": 0x1d56c,
  "sans-serif": 0x1d5a0,
  "sans-serif bold": 0x1d5d4,
  "sans-serif italic": 0x1d608,
  "sans-serif bold italic": 0x1d63c,
  monospace: 0x1d670,
};
const older: Record<string, Record<string, string>> = {
  italic: { h: "ℎ" },
  script: { B: "ℬ", E: "ℰ", F: "ℱ", H: "ℋ", I: "ℐ", L: "ℒ", M: "ℳ", R: "ℛ", e: "ℯ", g: "ℊ", o: "ℴ" },
  fraktur: { C: "ℭ", H: "ℌ", I: "ℑ", R: "ℜ", Z: "ℨ" },
  "double-struck": { C: "ℂ", H: "ℍ", N: "ℕ", P: "ℙ", Q: "ℚ", R: "ℝ", Z: "ℤ" },
};

const tableOf = (from: string, start: number) =>
  Object.fromEntries(Array.from(from, (letter, at) => [letter, String.fromCodePoint(start + at)]));
const listed = (from: string, to: string) =>
  Object.fromEntries(Array.from(from, (letter, at) => [letter, Array.from(to)[at]]));

const styles: Record<string, Record<string, string | undefined>> = {
  ...Object.fromEntries(
    Object.entries(mathematical).map(([name, start]) => [
      name,
      { ...tableOf(capitals + smalls, start), ...older[name] },
    ]),
  ),
  ...Object.fromEntries(
    [0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6].map((start) => [`digits ${start}`, tableOf(digits, start)]),
  ),
  fullwidth: { ...tableOf(capitals, 0xff21), ...tableOf(smalls, 0xff41), ...tableOf(digits, 0xff10) },
  circled: { ...tableOf(capitals, 0x24b6), ...tableOf(smalls, 0x24d0) },
  squared: tableOf(capitals, 0x1f130),
  "negative circled": tableOf(capitals, 0x1f150),
  "negative squared": tableOf(capitals, 0x1f170),
  raised: listed("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"),
  "small capitals": listed("abcdefghijklmnoprstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ"),
};

const vowels = "aăâeêioôơuưy";
const tones = ["", "\u0300", "\u0301", "\u0303", "\u0309", "\u0323"];
const vietnamese = `${smalls}đ${tones.flatMap((tone) => Array.from(vowels, (vowel) => (vowel + tone).normalize("NFC"))).join("")}`;
const everyLetter = vietnamese + vietnamese.toUpperCase();

/** The letter's base in the style, with its marks behind it, as generators of styled text write it. */
const styledBy = (style: Record<string, string | undefined>, text: string): string =>
  Array.from(text.normalize("NFD"), (character) => style[character] ?? character).join("");

test.each(Object.keys(styles))("every Vietnamese letter, word and number in %s is the plain one", (name) => {
  const style = styles[name] ?? {};
  expect(clean(Array.from(everyLetter, (letter) => styledBy(style, letter)).join(" ")).text).toBe(
    Array.from(everyLetter).join(" "),
  );
  for (const plain of [
    "Giảm giá 30% đến 20/11/2026",
    "Chương trình ĐẶC BIỆT: 500.000đ",
    "Quý khách vui lòng gọi 0912345678",
  ])
    expect(read(styledBy(style, plain))).toBe(read(plain));
});

test("Roman numerals and squared units of one character are those of several", () => {
  for (let value = 0x2160; value <= 0x217f; value++) {
    const one = String.fromCharCode(value);
    expect(read(`Chương ${one}`)).toBe(read(`Chương ${one.normalize("NFKC")}`));
  }
  for (const [one, plain] of Object.entries({
    "㎡": "m²",
    "㎥": "m³",
    "㎏": "kg",
    "㎞": "km",
    "㎝": "cm",
    "㎎": "mg",
    "㎖": "ml",
    "㎢": "km²",
    "㎐": "Hz",
    "㏄": "cc",
  }))
    expect(read(`50${one}`)).toBe(read(`50${plain}`));
});

test("a text of ordinary characters, whose steps are skipped, is what the steps would make of it", () => {
  const cleaned = (text: string) => cleanCharacters(Mapped.of(text), () => {}).text;
  // No step changes 中, and a text with it goes through all of them.
  const withSteps = (text: string) => cleaned(`中\n${text}`).slice(2);
  const characters = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code));
  for (const one of characters.filter((one) => !/\p{M}/u.test(one))) expect(withSteps(one), one).toBe(cleaned(one));
  const ordinary = characters.filter((one) => /[\n\u0020-\u007EÀ-ÏÑ-ïñ-ÿĂăĐđĨĩŨũƠơƯư\u1EA0-\u1EF9–—‘’“”…]/.test(one));
  const pairs = ordinary.flatMap((one) => ordinary.map((other) => one + other)).join("");
  expect(withSteps(pairs)).toBe(pairs);
});

test("numbers in circles, brackets and keys are numbers, apart from what stands beside them", () => {
  expect(clean("①Mở ②Rửa ⑳").text).toBe("1 Mở 2 Rửa 20");
  expect(clean("1️⃣Mở").text).toBe("1 Mở");
  expect(clean("❶❷ ⑴ ⒈ ㉑ ⓿").text).toBe("1 2 (1) 1. 21 0");
});

test("no character of a styled block reaches an engine, and what no rule knows is left out and reported", () => {
  for (const [from, to] of [
    [0x1d400, 0x1d7ff],
    [0xff01, 0xff5e],
    [0x2460, 0x24ff],
    [0x1f100, 0x1f1ad],
    [0x2160, 0x2188],
    [0x3371, 0x33df],
  ] as const)
    for (let code = from; code <= to; code++)
      expect(read(`chữ ${String.fromCodePoint(code)} đó`)).toMatch(/^[\p{Script=Latin}\s\x20-\x7E“”…–—«»·•]+$/u);
  const { spoken, unread } = verbalize("chào 你 bạn", north);
  expect(spoken).toBe("chào  bạn");
  expect(unread).toEqual([{ character: "你", at: 5 }]);
});

test("line breaks of every kind are line breaks, and characters without width vanish", () => {
  expect(clean("a\u000Bb\u000Cc\u0085d\u2028e\u2029f\r\ng\rh").text).toBe("a\nb\nc\nd\ne\nf\ng\nh");
  expect(clean("Xin\u00AD chào\u200B b\u200Dạ\u2060n\uFEFF \u202Enhé\u202C\u200E").text).toBe("Xin chào bạn nhé");
  expect(clean("👨‍👩‍👧").text).toBe("👨‍👩‍👧");
});

test.each([
  ["TCVN3", "Céng hßa x· héi chñ nghÜa ViÖt Nam"],
  ["VNI", "Coäng hoøa xaõ hoäi chuû nghóa Vieät Nam"],
  ["UTF-8 as Windows-1252", "Cá»™ng hÃ²a xÃ£ há»™i chá»§ nghÄ©a"],
])("text of the legacy encoding %s has a warning", (_, text) => {
  expect(clean(text).warnings).toEqual(["legacyEncoding"]);
});

test.each([
  "Cộng hòa xã hội chủ nghĩa Việt Nam",
  "Hoà bình, khoẻ mạnh, thuỷ thủ, quê hương, hoà hoãn, toả sáng",
  "Café crème brûlée ở phố Tràng Tiền",
  "ĐIỀU KHOẢN CHUNG «§ 5»",
])("%s has no warning", (text) => {
  expect(clean(text).warnings).toEqual([]);
});

test("look-alikes inside Vietnamese words are read as Latin letters, with a warning; other scripts are not touched", () => {
  expect(clean("Cộng hòа Việт Nаm")).toMatchObject({ text: "Cộng hòa Việt Nam", warnings: ["lookAlikes"] });
  expect(clean("Τin mới")).toMatchObject({ text: "Tin mới", warnings: ["lookAlikes"] });
  expect(clean("Привет, мама").text).toBe("Привет, мама");
  expect(clean("sinα, hν, Δt, kΩ, 5μm")).toMatchObject({ text: "sinα, hν, Δt, kΩ, 5μm", warnings: [] });
});

test("what was cleaned away is counted by its kind", () => {
  const { counts } = clean(
    '<p>Xem <a href="https://vang.vn">giá</a> và [bảng](https://vang.vn/b)</p><!-- x --> ![ảnh](a.png) **đậm** &amp; 𝗔\u200B',
  );
  expect(counts).toEqual({
    htmlTags: 4,
    comments: 1,
    links: 2,
    images: 1,
    markdownMarks: 1,
    references: 1,
    styledCharacters: 1,
    hiddenCharacters: 1,
  });
  expect(clean("Xin chào bạn.").counts).toEqual({});
});

test.each([
  "x < 5 và y > 3",
  "A&B, R&D, AT&T; a & b",
  "Soạn VANG <mã> gửi 8088",
  "a<b và c>d",
  "5*3 = 15, 2*3*4, *101#, *101*5#",
  "tên_biến_dài, [Hà Nội](thủ đô), [1]",
  "giá $5 và $10, từ $20-$30",
  "C:\\Users\\an",
  "- Gạo\n- Muối\n\n1. Một",
  "Xin  chào   bạn",
])("%j has no markup and stays as it is", (text) => {
  expect(clean(text).text).toBe(text);
});

const pieces = fc.constantFrom(
  ..."0123456789.,/-–:%+*_~`#|>[]()!<&;\\=$ \n".split(""),
  ..."ngày h₫ 𝗚 ⓐ ① ㎡ ＡＢ &amp; &lt; &gt; &#60; &#x26; &nbsp; <b> </b> <p> </p> <br> <li> <script> </script> <!-- --> <td> <![CDATA[ ]]> ** __ ~~ ``` | |---|---| [a](b.vn) ![x](y.png) [^1] https://a.vn \u00AD \u200B \u2028 \u000B \u0336 \u0309 а Ⅳ 10²³ 🎉 👍🏽 1️⃣ x² $x$ \\frac{1}{2} α PGS-TS 3N2Đ đẹppp".split(
    " ",
  ),
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme" }),
);

test("cleaning a cleaned text changes nothing, and each place of it stands for a place of the pasted text", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { text: cleaned, pastedRange } = clean(text);
      expect(clean(cleaned).text).toBe(cleaned);
      let last = 0;
      for (let at = 0; at < cleaned.length; at++) {
        const { start, end } = pastedRange(at, at + 1);
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeLessThanOrEqual(text.length);
        last = start;
      }
    }),
    { numRuns: 800 },
  );
});

test("no digit and nothing but Latin letters and marks of sentences is left for an engine, whatever was pasted", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(read(text)).toMatch(/^(?:[\u0300-\u036F]|(?!\d)[\p{Script=Latin}\s\x20-\x7E“”‘’…–—«»·•¡¿])*$/u);
    }),
    { numRuns: 500 },
  );
});

test("markup in markup is cleaned to its end, however deep", () => {
  expect(clean("&amp;amp;amp;amp;lt;b&amp;gt;Đậm").text).toBe("Đậm");
  expect(clean("<<b>b>Đậm").text).toBe("Đậm");
  const deep = "&".concat("#38;#".repeat(50), "60;b>x");
  expect(clean(clean(deep).text).text).toBe(clean(deep).text);
});

const ssml = (text: string) => clean(text, { textType: "ssml" });
const problemOf = (text: string): string => {
  try {
    ssml(text);
    return "";
  } catch (error) {
    return error instanceof SsmlError ? error.problem : "other";
  }
};

test("SSML keeps the place of what is to be said in its own way, and of the pasted text", () => {
  const pasted = '<speak>Mã <say-as interpret-as="digits"> 12 </say-as> nhé</speak>';
  const { text, sayAs, pastedRange } = ssml(pasted);
  expect(text).toBe("Mã 12 nhé");
  expect(sayAs).toMatchObject([{ start: 3, end: 5, as: "digits" }]);
  expect(pastedRange(3, 5)).toEqual({ start: pasted.indexOf("12"), end: pasted.indexOf("12") + 2 });
  const { changes } = verbalize(pasted, { ...north, textType: "ssml" });
  expect(changes).toEqual([{ written: "12", spoken: "một hai", rule: "sayAs", at: pasted.indexOf("12") }]);
});

test("unknown elements of SSML are read for their words and named", () => {
  expect(ssml('<speak>a <mark name="x"/><audio src="y">b</audio></speak>').ignored).toEqual(["mark", "audio"]);
});

test("a rate around all words is that of the text, and one inside, like an emphasis, that of its words", () => {
  expect(ssml('<speak><prosody rate="slow">chậm</prosody></speak>')).toMatchObject({ rate: 0.8, ignored: [] });
  expect(ssml('<speak><prosody rate="+20%">nhanh</prosody></speak>').rate).toBe(1.2);
  expect(
    ssml('<speak>một <prosody rate="slow">hai <emphasis level="strong"> ba </emphasis></prosody> 4</speak>'),
  ).toMatchObject({
    text: "một hai ba 4",
    rate: null,
    ignored: [],
    deliveries: [
      { start: 4, end: 7, rate: 0.8, emphasis: null },
      { start: 8, end: 10, rate: 0.8, emphasis: "strong" },
    ],
  });
  const whole = '<speak><prosody rate="50%">một <emphasis>hai</emphasis></prosody></speak>';
  expect(ssml(whole)).toMatchObject({ rate: 0.5, deliveries: [{ start: 4, end: 7, rate: 1, emphasis: "moderate" }] });
  const many = ssml(`<speak>a ${"<emphasis>b</emphasis> ".repeat(101)}</speak>`);
  expect(many.deliveries).toHaveLength(100);
  expect(many.ignored).toEqual(["emphasis"]);
});

test("words that SSML wants spoken otherwise keep their place when they are read", () => {
  const text = "<speak>Giá 5kg <emphasis>10 nghìn</emphasis> và 2<emphasis>0</emphasis></speak>";
  const { spoken, deliveries = [] } = verbalize(text, { ...north, textType: "ssml" });
  expect(spoken).toBe("Giá năm ki lô gam mười nghìn và hai mươi");
  expect(deliveries.map(({ start, end }) => spoken.slice(start, end).trim())).toEqual(["mười nghìn"]);
});

test.each([
  ["an unclosed element", "<speak><p>a</speak>", "invalid"],
  ["an entity of its own", '<!DOCTYPE s [<!ENTITY a "b">]><speak>&a;</speak>', "doctype"],
  ["an unknown entity", "<speak>&lol;</speak>", "invalid"],
  ["more than twenty levels", `<speak>${"<p>".repeat(20)}a${"</p>".repeat(20)}</speak>`, "tooDeep"],
  ["a voice", '<speak><voice name="x">a</voice></speak>', "voice"],
  ["elements without an end", `<speak>${"<p>".repeat(20_000)}`, "tooDeep"],
  ["comments without an end", `<speak>${"<!--".repeat(16_000)}`, "invalid"],
  ["64 kB of attributes twice", `<speak ${'a="x" '.repeat(10_000)}/>`, "invalid"],
])("SSML with %s is rejected by name", (_, text, problem) => {
  expect(problemOf(text)).toBe(problem);
});

test("without the text type, tags of SSML are cleaned away like those of HTML", () => {
  expect(clean('<speak>Xin <say-as interpret-as="digits">12</say-as> <voice name="a">chào</voice></speak>').text).toBe(
    "Xin 12 chào",
  );
});
