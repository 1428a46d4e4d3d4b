import { type Rule, rule, sticky } from "../rule";
import { longestPauseSeconds, secondsOfMark } from "../schema";

const mark = rule({
  name: "pause",
  begins: "mark",
  first: "[",
  pattern: sticky("\\[pause:[ ]?\\d{1,6}(?:[.,]\\d{1,3})?[ ]?(?:m?s)?\\]", "i"),
  say: () => "…",
});

/** [pause:1.5]: heard as silence. */
export const pauseMark: Rule = {
  ...mark,
  match(text, at, options) {
    const found = mark.match(text, at, options);
    if (!found) return null;
    const seconds = secondsOfMark(text.slice(at, at + found.length));
    return { ...found, pauseSeconds: Math.min(seconds, longestPauseSeconds) };
  },
};

/** ........ where something is filled in, …… */
const dots = rule({
  name: "pause",
  begins: "mark",
  first: ".…",
  pattern: sticky("(?<![.…])(?:\\.{2,}…*|…{2,}\\.*)"),
  say: ({ all = "" }) => (all === "..." ? null : "..."),
});

/** -----, =====, ****: drawn lines. */
const line = rule({
  name: "pause",
  begins: "mark",
  first: "-=_*~#+—–•|",
  pattern: sticky("(?:-{3,}|={3,}|_{3,}|\\*{3,}|~{3,}|#{3,}|\\+{3,}|—{2,}|–{2,}|•{3,}|\\|{2,})"),
  say: () => "",
});

/** A dash, a dot or an arrow that begins an item or a line of speech. */
const bullet = rule({
  name: "pause",
  begins: "mark",
  pattern: sticky("(?<=(?:^|\\n)[ \\t]{0,8})(?:[-–—*+•·●○◦▪■□►▶✓✔➤➢]|#{1,6}|>(?![ \\t]*\\d))[ \\t\\u00A0]{1,4}(?=\\S)"),
  say: () => "",
});

/** **quan trọng**, _nhấn_, `mã`: marks around words. */
const emphasis = rule({
  name: "emphasis",
  begins: "mark",
  first: "*_`~",
  pattern: sticky(
    "(?<=^|[\\s(“\"'*_])(?:\\*{1,2}|_{1,2}|`{1,3}|~~)(?=[\\p{L}\\p{N}“\"'(*_])|(?<=[\\p{L}\\p{M}\\p{N}.,;:!?)”\"'*_%])(?:\\*{1,2}|_{1,2}|`{1,3}|~~)(?=$|[\\s.,;:!?)”\"'*_])",
  ),
  say: ({ all = "", before = "" }) =>
    /\d ?$/.test(before) && /^\*/.test(all) && !/\*\S{0,38}\d$/.test(before) ? null : "",
});

/** Năm '85: the mark before two digits of a year. */
const apostrophe = rule({
  name: "year",
  begins: "mark",
  pattern: sticky("(?<=[Nn]ăm[ \\u00A0])['’](?=\\d{2}(?!\\d))"),
  say: () => "",
});

/** 1/ Thành phần: the number of an item. */
const itemStroke = rule({
  name: "pause",
  begins: "mark",
  first: "/",
  pattern: sticky("(?<=(?:^|[\\n:;.,][ ]?)\\d{1,2})/(?=[ \\u00A0]\\p{L})"),
  say: () => ".",
});

/** [1], [12]: the number of a footnote behind a word. */
const footnote = rule({
  name: "pause",
  begins: "mark",
  pattern: sticky('(?<=[\\p{L}\\p{M}\\d.,;”"\\]])\\[\\d{1,3}\\]'),
  say: () => "",
});

/** Soạn VANG <mã>: a word in angle brackets. */
const angle = rule({
  name: "pause",
  begins: "mark",
  first: "<>",
  pattern: sticky("<(?=\\p{L}[^<>\\n]{0,40}>)|(?<=<\\p{L}[^<>\\n]{0,40})>"),
  say: ({ all = "" }) => (all === "<" ? "(" : ")"),
});

/** [Hà Nội], {ghi chú}: heard as round brackets are. */
const bracket = rule({
  name: "pause",
  begins: "mark",
  first: "[]{}",
  pattern: sticky("[\\[\\]{}]"),
  say: ({ all = "" }) => (/[[{]/.test(all) ? "(" : ")"),
});

/** In the order in which they are tried. */
export const pauseRules = [pauseMark, dots, line, bullet, emphasis, apostrophe, itemStroke, footnote, angle, bracket];
