import { cardinal } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { edge, gap, rule, sticky } from "../rule";
import { sayNumber } from "../written-number";

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const raisedDigits = Object.fromEntries(Array.from(raised, (digit, at) => [digit, String(at)]));
const raisedSigns: Record<string, string> = { "⁺": "+", "⁻": "-" };
const raisedLetters: Record<string, string> = {
  ⁿ: "n",
  ⁱ: "i",
  ᵃ: "a",
  ᵇ: "b",
  ᵏ: "k",
  ᵐ: "m",
  ˣ: "x",
  ʸ: "y",
  ᵗ: "t",
};
const exponent = `[⁺⁻${raised}⁽⁾${Object.keys(raisedLetters).join("")}]`;

/** +1 is "cộng một", -19 "âm mười chín", n+1 "n cộng một". */
function sayPower(written: string, options: ReadingOptions): string {
  const parts = written.match(/\d{1,15}|[a-z+\-−]/gi) ?? [];
  return parts
    .map((part, at) =>
      part === "+"
        ? "cộng"
        : /[-−]/.test(part)
          ? at === 0
            ? "âm"
            : "trừ"
          : /\d/.test(part)
            ? cardinal(String(BigInt(part)), options)
            : part,
    )
    .join(" ");
}

const plainOf = (written: string): string =>
  Array.from(written, (one) => raisedDigits[one] ?? raisedSigns[one] ?? raisedLetters[one] ?? "").join("");

/** 10²³, 10⁻³, xⁿ; Ca²⁺ and OH⁻ have a charge; a number behind a word, such as "Việt Nam¹", is a footnote's. */
const raisedRun = rule({
  name: "exponent",
  begins: ["mark", "letter"],
  first: `⁺⁻${raised}⁽${Object.keys(raisedLetters).join("")}`,
  pattern: sticky(`(?<!${exponent})${exponent}{1,20}`),
  verbalize({ all = "", before = "" }, options) {
    const written = plainOf(all);
    const charge = /^(\d?)([+-])$/.exec(written);
    if (charge && /[\p{L}\d\])]$/u.test(before))
      return /^[+-]$/.test(written)
        ? charge[2] === "+"
          ? " cộng"
          : " trừ"
        : `${cardinal(charge[1] ?? "", options)} ${charge[2] === "+" ? "cộng" : "trừ"}`;
    const isFootnote =
      /(?<!\p{L})(?!(?:sin|cos|tan|cot|log|lim|exp|min|max|det|mol|mmHg)\p{P}?$)\p{L}[\p{Ll}\p{M}]{2,}[.,;:]?$|[.,;:”"’]$/u.test(
        before,
      ) && /^\d{1,3}$/.test(written);
    if (isFootnote && !/(?:mm|cm|dm|km|mol)$/.test(before)) return "";
    // ²³⁵U: an isotope.
    if (/^\d+$/.test(written) && !/[\p{L}\p{M}\d)\]}%]$/u.test(before)) return `${cardinal(written, options)} `;
    if (written === "2") return "bình phương";
    if (written === "3") return "lập phương";
    return `mũ ${sayPower(written, options)}`;
  },
});

/** 2ⁿ: the letter is none of a code. */
const base = rule({
  name: "number",
  begins: "digit",
  behindDigits: Object.keys(raisedLetters).join(""),
  pattern: sticky(`\\d{1,9}(?=[${Object.keys(raisedLetters).join("")}])`),
  verbalize: ({ all = "" }, options) => cardinal(all, options),
});

/** 10^23, 2^{10}, x^-2, e^(-x). */
const caret = rule({
  name: "exponent",
  begins: "mark",
  first: "^",
  pattern: sticky(
    "(?<=[\\p{L}\\d)\\]}])\\^(?:\\{(?<braced>[-−+]?[\\da-z](?:[\\da-z+−-]{0,12}))\\}|\\((?<bracketed>[-−+]?[\\da-z]{1,6})\\)|(?<plain>[-−+]?\\d{1,9}(?![\\d.,]\\d)|[-−]?[a-z](?!\\p{L})))",
  ),
  verbalize: ({ braced = "", bracketed = "", plain = "" }, options) =>
    `mũ ${sayPower(braced || bracketed || plain, options)}`,
});

/** B² − 4ac, (n−1)d: between two terms it is no sign of a number. */
const difference = rule({
  name: "symbol",
  begins: "mark",
  first: "−",
  pattern: sticky(
    `(?<=(?:[\\p{L}\\d)${raised}ⁿ])[ ])−(?=[ ][\\p{L}\\d(√])|(?<=(?:(?<!\\p{L})[A-Za-z]|[\\d)${raised}]))−(?=[\\dA-Za-z(])`,
  ),
  verbalize: () => "trừ",
});

/** X→∞. */
const limit = rule({
  name: "symbol",
  begins: "mark",
  first: "→",
  pattern: sticky("(?<=(?<!\\p{L})[a-z][ ]?)→(?=[ ]?(?:[-−+]?∞|[-−]?\\d|[a-z](?!\\p{L})))"),
  verbalize: () => "tiến tới",
});

/** I = U/R. */
const quotient = rule({
  name: "symbol",
  begins: "mark",
  first: "/",
  pattern: sticky("(?<==[^\\n=]{0,24}(?<!\\p{L})[A-Za-z]\\d?)/(?=[A-Za-z]\\d?(?![\\p{L}\\d]))"),
  verbalize: () => "trên",
});

/** N·m: a product of units. */
const product = rule({
  name: "symbol",
  begins: "mark",
  first: "·",
  pattern: sticky("(?<=\\p{L})·(?=\\p{L})"),
  verbalize: () => " ",
});

const sign = "[-−+]?";

/** 3.2e5, 1e-9, 6.02E23: times a power of ten. */
const scientific = rule({
  name: "exponent",
  begins: "digit",
  behindDigits: ".,eE",
  pattern: sticky(`(?<amount>\\d{1,9}(?:[.,]\\d{1,12})?)(?<mark>[eE])(?<power>${sign}\\d{1,3})${edge}(?![.,]\\d)`),
  verbalize({ amount = "", mark = "", power = "" }, options) {
    const isClear = /[.,]/.test(amount) || /^[-−+]/.test(power) || (mark === "e" && amount.length === 1);
    if (!isClear) return null;
    return `${sayDecimal(amount, options)} nhân mười mũ ${sayPower(power.replace("+", ""), options)}`;
  },
});

/** 6.022×10²³, 1.6 x 10^-19: in front of a power of ten a point begins the decimals. */
const mantissa = rule({
  name: "exponent",
  begins: "digit",
  behindDigits: ".,×x·*⋅. \u00A0",
  pattern: sticky(
    `(?<amount>\\d{1,9}(?:[.,]\\d{1,12})?)${gap}[×x·*.]${gap}10(?=(?<raised>${exponent}{1,6})|\\^)(?:(?=\\^)|${exponent}{1,6})`,
  ),
  verbalize: ({ amount = "", raised: power = "" }, options) =>
    `${sayDecimal(amount, options)} nhân mười${power && ` mũ ${sayPower(plainOf(power), options)}`}`,
});

const sayDecimal = (amount: string, options: ReadingOptions): string =>
  sayNumber(amount.replace(".", ","), options, "amount");

const directions: Record<string, string> = { B: "bắc", Đ: "đông", T: "tây", S: "nam", E: "đông", W: "tây" };

/** 10°45′30″ B, 106°40'Đ, 21.5° N: minutes and seconds of arc, and a direction. In Vietnamese letters N is south. */
const arc = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "°º.,",
  pattern: sticky(
    `(?<degrees>\\d{1,3}(?:[.,]\\d{1,6})?)${gap}[°º]${gap}(?:(?<minutes>\\d{1,2}(?:[.,]\\d{1,4})?)${gap}['′’]${gap}(?:(?<seconds>\\d{1,2}(?:[.,]\\d{1,4})?)${gap}(?:["″”]|''|′′)${gap})?(?<direction>[NSEWBĐT](?![\\p{L}\\p{M}\\d]))?|(?<direction2>[NSEWBĐT](?![\\p{L}\\p{M}\\d])))(?=(?<behind>[\\s\\S]{0,30}))`,
  ),
  verbalize(
    { degrees = "", minutes = "", seconds = "", direction = "", direction2 = "", before = "", behind = "" },
    options,
  ) {
    const letter = direction || direction2;
    const say = (amount: string, unit: string) =>
      amount && ` ${sayNumber(amount.replace(/^0(?=\d)/, "").replace(".", ","), options, "amount")} ${unit}`;
    const isVietnamese =
      /[°′'″"]\s?[BĐT](?!\p{L})/u.test(`${before}°${behind}`) &&
      !/[°′'″"]\s?[SEW](?!\p{L})/u.test(`${before}°${behind}`);
    const toward = letter === "N" ? (isVietnamese ? "nam" : "bắc") : (directions[letter] ?? "");
    return `${say(degrees, "độ")}${say(minutes, "phút")}${say(seconds, "giây")}${toward && ` ${toward}`}`.trim();
  },
});

const greek: Record<string, string> = {
  α: "an pha",
  β: "bê ta",
  γ: "gam ma",
  Γ: "gam ma",
  δ: "đen ta",
  Δ: "đen ta",
  "∆": "đen ta",
  ε: "ép si lon",
  ϵ: "ép si lon",
  ζ: "dê ta",
  η: "ê ta",
  θ: "tê ta",
  Θ: "tê ta",
  ϑ: "tê ta",
  ι: "i ô ta",
  κ: "cáp pa",
  λ: "lam đa",
  Λ: "lam đa",
  μ: "muy",
  µ: "muy",
  ν: "nuy",
  ξ: "xi",
  Ξ: "xi",
  Π: "pi",
  ρ: "rô",
  σ: "xích ma",
  ς: "xích ma",
  Σ: "xích ma",
  τ: "tô",
  υ: "úp si lon",
  φ: "phi",
  ϕ: "phi",
  Φ: "phi",
  χ: "khi",
  ψ: "pờ si",
  Ψ: "pờ si",
  ω: "ô mê ga",
};

/** α, Δt: a Greek letter by its name, also before the letter of a variable. */
const greekLetter = rule({
  name: "symbol",
  begins: ["letter", "mark"],
  first: Object.keys(greek).join(""),
  pattern: sticky(`[${Object.keys(greek).join("")}](?![\\p{Script=Greek}\\p{M}])(?=(?<next>\\p{L}?))`),
  verbalize: ({ all = "", next = "" }) => (greek[all] ? `${greek[all]}${next && " "}` : null),
});

const operators: Record<string, string> = {
  "∑": "tổng",
  "∏": "tích",
  "∫": "tích phân",
  "∬": "tích phân kép",
  "∮": "tích phân đường",
  "∂": "đạo hàm riêng",
  "∇": "na bla",
  "∈": "thuộc",
  "∉": "không thuộc",
  "∋": "chứa",
  "∀": "với mọi",
  "∃": "tồn tại",
  "∄": "không tồn tại",
  "∅": "tập rỗng",
  "∪": "hợp",
  "∩": "giao",
  "⊂": "là tập con của",
  "⊆": "là tập con của",
  "⊃": "chứa",
  "⊇": "chứa",
  "∖": "trừ",
  "⊥": "vuông góc với",
  "∥": "song song với",
  "∠": "góc",
  "∟": "góc vuông",
  "△": "tam giác",
  "▵": "tam giác",
  "≡": "đồng nhất với",
  "≢": "không đồng nhất với",
  "∝": "tỷ lệ với",
  "∼": "đồng dạng với",
  "∽": "đồng dạng với",
  "⇔": "tương đương với",
  "⟺": "tương đương với",
  "∧": "và",
  "∨": "hoặc",
  "¬": "phủ định",
  "∴": "vậy",
  "∵": "vì",
  "∛": "căn bậc ba của",
  "∜": "căn bậc bốn của",
  "∓": "trừ cộng",
  "−": "trừ",
  "≪": "nhỏ hơn nhiều so với",
  "≫": "lớn hơn nhiều so với",
  "≮": "không nhỏ hơn",
  "≯": "không lớn hơn",
  "≰": "không nhỏ hơn hoặc bằng",
  "≱": "không lớn hơn hoặc bằng",
  "⊕": "cộng",
  "⊗": "nhân",
  "⇌": "thuận nghịch",
  "⇄": "thuận nghịch",
  "↔": "tương ứng với",
  "⟹": ",",
  "⟶": ",",
  "↦": ",",
  "⇨": ",",
  "➜": ",",
  "➡": ",",
  "➝": ",",
  "➞": ",",
  "←": ",",
  "⇐": ",",
  "⟵": ",",
  "↑": "tăng",
  "↓": "giảm",
  ℮: "",
  "¢": "xu",
  "₿": "bít coi",
  "₩": "uôn",
  "₽": "rúp",
  "₹": "ru pi",
  "฿": "bạt",
  "†": "",
  "‡": "",
  "¶": "",
  "※": "",
  "′": "phẩy",
  "″": "hai phẩy",
};

const operator = rule({
  name: "symbol",
  begins: "mark",
  first: Object.keys(operators).join(""),
  pattern: sticky(`[${Object.keys(operators).join("")}]`),
  verbalize: ({ all = "" }) => operators[all] ?? null,
});

/** 3× tăng trưởng, A′: signs of drawing, boxes and bullets are silent. */
const decoration = rule({
  name: "pause",
  begins: "mark",
  pattern: sticky(
    "[\\u2500-\\u259F\\u25A0-\\u25FF\\u2600-\\u27BF\\u2B00-\\u2BFF\\u2022\\u2023\\u2043\\u204C\\u2055\\u3030\\u303D\\u02C7-\\u02DF\\u2E2E\\u2010-\\u2012\\u2016\\u2020-\\u2025\\u2027\\u203B-\\u203E\\u2038]+[ ]?",
  ),
  verbalize: ({ all = "", before = "" }) => (/[\p{L}\p{N}%][ ]?$/u.test(before) && all.endsWith(" ") ? ", " : ""),
});

export const scienceRules = [difference, limit, quotient, product, mantissa, scientific, arc, base, raisedRun, caret];
export const signRules = [greekLetter, operator, decoration];
