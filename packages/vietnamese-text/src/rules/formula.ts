import { capitalWords, units } from "../data";
import { spell } from "../letters";
import { cardinal } from "../numbers";
import { rule, sticky } from "../rule";

/** Names of elements whose symbol has two letters, so that it is no letter of something else. */
const elements: Record<string, string> = {
  Ag: "bạc",
  Al: "nhôm",
  Ar: "a gon",
  Au: "vàng",
  Ba: "ba ri",
  Be: "bê ri",
  Br: "brôm",
  Ca: "can xi",
  Cl: "clo",
  Co: "cô ban",
  Cr: "crôm",
  Cu: "đồng",
  Fe: "sắt",
  He: "hê li",
  Hg: "thủy ngân",
  Li: "li ti",
  Mg: "ma giê",
  Mn: "man gan",
  Na: "na tri",
  Ne: "nê on",
  Ni: "ni ken",
  Pb: "chì",
  Pt: "bạch kim",
  Si: "si líc",
  Sn: "thiếc",
  Ti: "ti tan",
  Zn: "kẽm",
};

const pair = Object.keys(elements).join("|");
const symbol = `(?:${pair}|[HBCNOFPSKIU](?!\\p{Ll}))`;
const digits = "[\\d₀-₉]";
const part = `(?:${symbol}${digits}{0,2}|\\((?:${symbol}${digits}{0,2}){1,4}\\)${digits}{1,2})`;
const formula = `${part}{1,8}`;
const formulaEnd = "(?![\\p{L}\\p{M}\\d₀-₉])";
/** Without a number only salts, bases and acids: CoS is none, but neither is a name such as BaNa. */
const withoutNumber =
  /^(?:(?:Na|Ca|Mg|Al|Fe|Cu|Zn|Ba|Ag|Pb|Mn|Hg|Li|K)(?:OH|O|S|Cl|Br|I|F|H)|H(?:Cl|Br)|(?:Ag|Na|Li)(?:NO|CN)|Si[OC]|CuFeS)$/;

const plainDigits = (text: string): string =>
  text.replace(/[₀-₉]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0x2080 + 48));

/** Fe₂O₃, CuSO4, 2Al(OH)3: the letters of each symbol, and its number. */
const compound = rule({
  name: "code",
  begins: ["letter", "digit"],
  first: "HBCNOFPSKIUALMZT123456789",
  pattern: sticky(
    `(?<![\\p{L}\\d.,₀-₉])(?<count>[1-9]\\d?)?(?=[A-Z()\\d₀-₉]{0,12}[a-z])(?<formula>${formula})${formulaEnd}`,
  ),
  verbalize({ count = "", formula: written = "" }, options) {
    const plain = plainDigits(written);
    const symbols = plain.match(/[A-Z][a-z]?/g) ?? [];
    if (capitalWords[plain]) return null;
    const isSure = symbols.length > 1 ? /\d/.test(plain) || withoutNumber.test(plain) : /^(?:Cl|Br)2$/.test(plain);
    if (!isSure) return null;
    const said = plain
      .replace(/\(([^)]*)\)(\d+)/g, (_, group: string, times: string) => `${group} ${cardinal(times, options)} lần `)
      .replace(/[A-Z][a-z]?/g, (letters) => `${spell(letters)} `)
      .replace(/\d+/g, (number) => `${cardinal(number, options)} `);
    return `${count && `${cardinal(count, options)} `}${said.replace(/ {2,}/g, " ").trim()}`;
  },
});

const named =
  "[Kk]im loại|[Nn]guyên tố|[Nn]guyên tử|[Ii]on|[Đđ]ơn chất|[Bb]ột|[Qq]uặng|[Ss]ố mol|[Ll]á|[Dd]ây|[Đđ]inh|[Hh]àm lượng|[Gg]am|[Mm]ol|gồm";
const coefficient = "(?:[1-9]\\d?[ ]?)?";
const sign = "(?:\\+|→|⟶|⇌|=|-{1,2}>)";

/** Kim loại Fe, Cu; Fe + CuSO₄; Na⁺: an element by its name where nothing else can be meant. */
const element = rule({
  name: "abbreviation",
  begins: ["letter", "digit"],
  first: "ABCFHLMNPSTZ123456789",
  pattern: sticky(
    `(?<![\\p{L}\\d.,₀-₉])(?<count>[1-9](?=[A-Z]))?(?<symbol>${pair})(?:(?=\\d?[²³⁴]?[⁺⁻]|\\+(?![\\p{L}\\d]))|(?<=(?<!\\p{L})(?:${named})[ ](?:(?:${pair})(?:,[ ]|[ ]và[ ]|[ ]-[ ])){0,5}\\d?(?:${pair}))${formulaEnd}|(?=[ ]${sign}[ ]${coefficient}(?:${formula})${formulaEnd})|${formulaEnd}(?<=${formula}[ ]${sign}[ ]${coefficient}(?:${pair}))(?![ ]\\p{L}))`,
  ),
  verbalize: ({ count = "", symbol: written = "" }, options) =>
    `${count && `${cardinal(count, options)} `}${elements[written]}`,
});

const formulaLike = "[A-Za-z\\d₀-₉()]{1,24}";
const wholeFormula = new RegExp(`^(?:[1-9]\\d?)?${formula}$`, "u");

/** NaOH + HCl → NaCl: what comes of a reaction. */
const reaction = rule({
  name: "symbol",
  begins: "mark",
  first: "→⟶-",
  pattern: sticky(
    `(?<=(?<left>${formulaLike})(?:↑|↓|[ ]\\([a-z]{1,2}\\))?[ ])(?:→|⟶|-{1,2}>)(?=[ ]${coefficient}(?<right>${formulaLike}))`,
  ),
  verbalize: ({ left = "", right = "" }) =>
    /[a-z\d₀-₉]/.test(left + right) && wholeFormula.test(left) && wholeFormula.test(right) ? "tạo thành" : null,
});

/** X = 1 ⇒ y = 2. */
const implication = rule({
  name: "symbol",
  begins: "mark",
  first: "⇒⟹=",
  pattern: sticky("(?<=[=<>≤≥≠∈∥⊥][^\\n=⇒⟹]{1,24})(?:⇒|⟹|=>)(?=[^\\n⇒⟹=]{1,16}[=<>≤≥≠∈∥⊥])"),
  verbalize: () => "suy ra",
});

/** Signs of units that are products behind "=", where a unit has no number. */
const formulaUnits = new Set(["mg", "ma", "at"]);
const products = "ma|at|vt|st|gt|qE|qU|qvB|UI|IR|UIt|Fs|BIl|Ri|kx|RT|nRT|kA|ax|bx|ab|ac|bc|xy|ah|abc";

/** E = mc², F = ma, P = mgh: letters behind "=" that are multiplied. */
const product = rule({
  name: "initials",
  begins: "letter",
  first: "abcghkmnpqrstvxyzBFIRUQ",
  pattern: sticky(
    `(?<=(?<![\\p{L}\\d])(?:[A-Za-zΔ]|[A-Z][a-zđ])[₀-₉\\d]?[ ]?=[ ]?(?:½|\\d{1,3}|\\d/\\d)?[ ]?)(?<letters>[bcdghkmnpqrstvxz]{2,4}|${products})(?![\\p{L}\\p{M}\\d])(?:(?=[²³⁴^])|(?=[ ]?(?:$|[+−*/=.,;:)\\n]|- )|[ ](?:và|thì|nên|với|trong|của|ta|khi|suy)(?!\\p{L})))`,
  ),
  verbalize: ({ letters = "" }) => (letters in units && !formulaUnits.has(letters) ? null : spell(letters)),
});

/** Before every rule of letters and signs. */
export const formulaRules = [compound, element, reaction, implication, product];
