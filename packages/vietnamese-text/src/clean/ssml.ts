import { decodeHTMLStrict } from "entities/decode";
import { SaxesParser } from "saxes";
import { type Edit, Mapped } from "./mapped";

/** How a part of the text is to be read: `<say-as interpret-as="digits">`. */
export type SayAs = { start: number; end: number; as: SayAsKind; format: string };

const sayAsKinds = ["cardinal", "ordinal", "digits", "telephone", "date", "time", "currency", "characters"] as const;
export type SayAsKind = (typeof sayAsKinds)[number];

/** Names of other dialects for the same. */
const sameKinds: Record<string, SayAsKind> = {
  number: "cardinal",
  "spell-out": "characters",
  verbatim: "characters",
  "number:cardinal": "cardinal",
  "number:ordinal": "ordinal",
  "number:digits": "digits",
  "vxml:phone": "telephone",
  "vxml:date": "date",
  "vxml:time": "time",
  "vxml:currency": "currency",
  "vxml:digits": "digits",
};

/** How a part of the text is to be spoken: at `rate` times the normal speed, and with which `<emphasis level>`. */
export type Delivery = { start: number; end: number; rate: number; emphasis: Emphasis | null };

const emphases = ["strong", "moderate", "reduced"] as const;
export type Emphasis = (typeof emphases)[number];

export type SsmlProblem = "invalid" | "doctype" | "tooDeep" | "voice";

/** SSML that cannot be read. `detail` is the parser's message, or the name of a voice. */
export class SsmlError extends Error {
  constructor(
    readonly problem: SsmlProblem,
    readonly detail: string,
    readonly line: number,
  ) {
    super(`${problem}: ${detail}`);
  }
}

export type Ssml = {
  text: Mapped;
  /** With places in the pasted text. */
  sayAs: SayAs[];
  /** Names of elements that change nothing, such as `audio`. */
  ignored: string[];
  /** How many characters of the text are marks of pauses. */
  markLength: number;
  /** The speed of `<prosody rate>` around the whole text. */
  rate: number | null;
  /** Parts that are spoken otherwise than the rest, one behind another, with places in the pasted text. */
  deliveries: Delivery[];
};

const deepest = 20;

/** Each is a call of the engine; what goes beyond is spoken like the rest. */
const mostDeliveries = 100;

type Element = { name: string; attributes: Record<string, string>; isEmpty: boolean };

/** Checks the document and lists its elements in their order. Throws SsmlError. */
function elementsOf(pasted: string): Element[] {
  const parser = new SaxesParser({ fragment: true, xmlns: false });
  const fail = (problem: SsmlProblem, detail: string): never => {
    throw new SsmlError(problem, detail, parser.line);
  };
  const elements: Element[] = [];
  let depth = 0;
  parser.on("error", ({ message }) =>
    fail(/doctype/.test(message) ? "doctype" : "invalid", message.replace(/^\d+:\d+: /, "")),
  );
  parser.on("doctype", () => fail("doctype", "DOCTYPE"));
  parser.on("opentagstart", ({ name }) => {
    if (name === "voice") fail("voice", "voice");
    if (++depth > deepest) fail("tooDeep", String(deepest));
  });
  parser.on("opentag", ({ name, attributes, isSelfClosing }) => {
    elements.push({ name, attributes, isEmpty: isSelfClosing });
  });
  parser.on("closetag", () => {
    depth--;
  });
  // The parser reads a declaration only at the start of a document, and a fragment has none.
  parser.write(pasted.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, (declaration) => " ".repeat(declaration.length))).close();
  return elements;
}

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?<slash>\/?)[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>|&[^;&<]+;|\s+/g;

const silentElements = new Set([
  "speak",
  "p",
  "s",
  "break",
  "sub",
  "say-as",
  "phoneme",
  "prosody",
  "emphasis",
  "w",
  "token",
]);
const lines = new Set(["p", "s", "paragraph", "sentence"]);

const strengths: Record<string, number> = {
  none: 0,
  "x-weak": 0.1,
  weak: 0.2,
  medium: 0.4,
  strong: 0.7,
  "x-strong": 1,
};
const rates: Record<string, number> = { "x-slow": 0.5, slow: 0.8, medium: 1, default: 1, fast: 1.25, "x-fast": 1.6 };

function secondsOf({ time, strength = "medium" }: Record<string, string>): number {
  const [, amount, unit] = /^\s*\+?(\d{0,6}(?:\.\d{1,6})?)(ms|s)\s*$/.exec(time ?? "") ?? [];
  if (amount) return unit === "ms" ? Number(amount) / 1000 : Number(amount);
  return strengths[strength] ?? strengths.medium ?? 0;
}

function rateOf(rate: string | undefined): number | null {
  const [, percent] = /^([+-]?\d{1,4}(?:\.\d{1,3})?)%$/.exec(rate ?? "") ?? [];
  if (percent) return /^[+-]/.test(percent) ? 1 + Number(percent) / 100 : Number(percent) / 100;
  if (/^\d{1,2}(?:\.\d{1,3})?$/.test(rate ?? "")) return Number(rate);
  return rates[rate ?? ""] ?? null;
}

type Open = Element & { from: number; contentFrom: number };

/** The words of an SSML document, with pause marks for `break` and the alias of `sub`. Throws SsmlError. */
export function cleanSsml(pasted: string): Ssml {
  const elements = elementsOf(pasted);
  const edits: Edit[] = [];
  const open: Open[] = [];
  const ignored = new Set<string>();
  const sayAs: SayAs[] = [];
  const spoken = new Deliveries();
  let next = 0;
  /** Inside `sub`, whose alias stands for all of its content, and the end of what was dropped of it. */
  let dropUntil: Open | null = null;
  const add = (start: number, end: number, to: string) => {
    if (!dropUntil) edits.push({ start, end, to });
  };
  const close = (element: Open, from: number, to: number) => {
    const { name, attributes } = element;
    if (element === dropUntil) {
      dropUntil = null;
      edits.push({ start: element.from, end: to, to: attributes.alias ?? "" });
      return;
    }
    if (name === "say-as") {
      const wanted = attributes["interpret-as"] ?? attributes.type ?? "";
      const kind = sayAsKinds.find((one) => one === wanted) ?? sameKinds[wanted];
      if (kind) sayAs.push({ start: element.contentFrom, end: from, as: kind, format: attributes.format ?? "" });
      else ignored.add(`say-as ${wanted}`.trim());
    }
    if (name === "prosody") {
      const rate = rateOf(attributes.rate);
      if (rate === null || Object.keys(attributes).length > 1) ignored.add("prosody");
    }
    if (!element.isEmpty) spoken.close(element, from);
  };
  for (const { 0: mark, index, groups } of pasted.matchAll(token)) {
    const end = index + mark.length;
    if (mark.startsWith("<![CDATA[")) {
      add(index, index + 9, "");
      add(end - 3, end, "");
      continue;
    }
    if (groups?.slash === undefined) {
      // A line of the document is no line of the text.
      const to = mark.startsWith("&") ? decodeHTMLStrict(mark) : /^\s/.test(mark) ? " " : "";
      if (to !== mark) add(index, end, to);
      continue;
    }
    if (groups.slash === "/") {
      const element = open.pop();
      if (!element) continue;
      add(index, end, lines.has(element.name) ? "\n" : "");
      close(element, index, end);
      continue;
    }
    const found = elements[next++];
    if (!found) break;
    const element: Open = { ...found, from: index, contentFrom: end };
    const { name, attributes } = found;
    if (!silentElements.has(name) && !lines.has(name)) ignored.add(name);
    if (name === "sub" && !dropUntil && attributes.alias !== undefined) dropUntil = element;
    else
      add(
        index,
        end,
        name === "break" ? `[pause:${Math.min(secondsOf(attributes), 99).toFixed(2)}]` : lines.has(name) ? "\n" : "",
      );
    if (found.isEmpty) close(element, end, end);
    else {
      open.push(element);
      spoken.open(element);
    }
  }
  const text = tidy(Mapped.of(pasted).edit(edits));
  const markLength = edits.reduce((sum, { to }) => sum + (to.startsWith("[pause:") ? to.length : 0), 0);
  return { text, markLength, sayAs, ...spoken.of(pasted, ignored), ignored: [...ignored] };
}

/** The parts of a document that `prosody` and `emphasis` want spoken otherwise. */
class Deliveries {
  readonly #open: { element: Open; rate: number; emphasis: Emphasis | null }[] = [];
  readonly #rates: { from: number; to: number; rate: number }[] = [];
  readonly #parts: Delivery[] = [];
  #from = 0;

  open(element: Open): void {
    const { name, attributes } = element;
    const level = attributes.level ?? "moderate";
    const rate = name === "prosody" ? (rateOf(attributes.rate) ?? 1) : 1;
    const emphasis = name === "emphasis" ? (emphases.find((one) => one === level) ?? null) : null;
    if (rate === 1 && emphasis === null) return;
    this.#end(element.from);
    this.#from = element.contentFrom;
    this.#open.push({ element, rate, emphasis });
  }

  close(element: Open, to: number): void {
    const last = this.#open.at(-1);
    if (last?.element !== element) return;
    this.#end(to);
    this.#from = to;
    if (last.rate !== 1) this.#rates.push({ from: element.contentFrom, to, rate: last.rate });
    this.#open.pop();
  }

  /** Ends the part that is spoken as the open elements say: their rates multiply, and the innermost emphasis counts. */
  #end(to: number): void {
    if (this.#open.length === 0) return;
    const rate = this.#open.reduce((product, one) => product * one.rate, 1);
    const emphasis = this.#open.findLast((one) => one.emphasis)?.emphasis ?? null;
    this.#parts.push({ start: this.#from, end: to, rate, emphasis });
  }

  /** A rate around all words is the speed of the whole text. */
  of(pasted: string, ignored: Set<string>): Pick<Ssml, "rate" | "deliveries"> {
    const [one] = this.#rates;
    const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text.replace(/<[^>]*>/g, ""));
    const isWhole = one && this.#rates.length === 1 && !hasWords(`${pasted.slice(0, one.from)}${pasted.slice(one.to)}`);
    const parts = this.#parts
      .map((part) => ({ ...part, rate: isWhole ? 1 : part.rate }))
      .filter(({ start, end, rate, emphasis }) => (rate !== 1 || emphasis) && hasWords(pasted.slice(start, end)));
    for (const { emphasis } of parts.slice(mostDeliveries)) ignored.add(emphasis ? "emphasis" : "prosody");
    return { rate: isWhole ? one.rate : null, deliveries: parts.slice(0, mostDeliveries) };
  }
}

const tidy = (text: Mapped): Mapped =>
  text
    .replace(/ *\n[ \n]*/g, ({ index, 0: all, input }) =>
      index === 0 || index + all.length === input.length ? "" : "\n",
    )
    .replace(/^ +| +$| {2,}/g, ({ index, 0: all, input }) =>
      index === 0 || index + all.length === input.length ? "" : " ",
    );
