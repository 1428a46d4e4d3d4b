import { longestPauseSeconds, secondsOfMark } from "../pauses";
import { type Rule, rule, sticky } from "../rule";

const mark = rule({
  name: "pause",
  begins: "mark",
  first: "[",
  pattern: sticky("\\[pause:[ ]?\\d{1,6}(?:[.,]\\d{1,3})?[ ]?(?:m?s)?\\]", "i"),
  verbalize: () => "…",
});

/** [pause:1.5]: silence. */
export const pauseMark: Rule = {
  ...mark,
  match(text, at, options) {
    const found = mark.match(text, at, options);
    if (!found) return null;
    const seconds = secondsOfMark(text.slice(at, at + found.length));
    return { ...found, pauseSeconds: Math.min(seconds, longestPauseSeconds) };
  },
};

/** ........ as a blank to fill in, …… */
const dots = rule({
  name: "pause",
  begins: "mark",
  first: ".…",
  pattern: sticky("(?<![.…])(?:\\.{2,}…*|…{2,}\\.*)"),
  verbalize: ({ all = "" }) => (all === "..." ? null : "..."),
});

/** -----, =====, ****: drawn lines. */
const line = rule({
  name: "pause",
  begins: "mark",
  first: "-=_*~#+—–•|",
  pattern: sticky("(?:-{3,}|={3,}|_{3,}|\\*{3,}|~{3,}|#{3,}|\\+{3,}|—{2,}|–{2,}|•{3,}|\\|{2,})"),
  verbalize: () => "",
});

/** A dash, bullet or arrow at the start of a list item or a line of dialogue. */
const bullet = rule({
  name: "pause",
  begins: "mark",
  pattern: sticky("(?<=(?:^|\\n)[ \\t]{0,8})(?:[-–—*+•·●○◦▪■□►▶✓✔➤➢]|#{1,6}|>(?![ \\t]*\\d))[ \\t\\u00A0]{1,4}(?=\\S)"),
  verbalize: () => "",
});

/** **quan trọng**, _nhấn_, `mã`: emphasis marks. */
const emphasis = rule({
  name: "emphasis",
  begins: "mark",
  first: "*_`~",
  pattern: sticky(
    "(?<=^|[\\s(“\"'*_])(?:\\*{1,2}|_{1,2}|`{1,3}|~~)(?=[\\p{L}\\p{N}“\"'(*_])|(?<=[\\p{L}\\p{M}\\p{N}.,;:!?)”\"'*_%])(?:\\*{1,2}|_{1,2}|`{1,3}|~~)(?=$|[\\s.,;:!?)”\"'*_])",
  ),
  verbalize: ({ all = "", before = "" }) =>
    /\d ?$/.test(before) && /^\*/.test(all) && !/\*\S{0,38}\d$/.test(before) ? null : "",
});

/** Năm '85: the apostrophe before a two-digit year. */
const apostrophe = rule({
  name: "year",
  begins: "mark",
  pattern: sticky("(?<=[Nn]ăm[ \\u00A0])['’](?=\\d{2}(?!\\d))"),
  verbalize: () => "",
});

/** 1/ Thành phần: an item number. */
const itemStroke = rule({
  name: "pause",
  begins: "mark",
  first: "/",
  pattern: sticky("(?<=(?:^|[\\n:;.,][ ]?)\\d{1,2})/(?=[ \\u00A0]\\p{L})"),
  verbalize: () => ".",
});

/** [1], [12]: a footnote number after a word. */
const footnote = rule({
  name: "pause",
  begins: "mark",
  pattern: sticky('(?<=[\\p{L}\\p{M}\\d.,;”"\\]])\\[\\d{1,3}\\]'),
  verbalize: () => "",
});

/** Soạn VANG <mã>: a word in angle brackets. */
const angle = rule({
  name: "pause",
  begins: "mark",
  first: "<>",
  pattern: sticky("<(?=\\p{L}[^<>\\n]{0,40}>)|(?<=<\\p{L}[^<>\\n]{0,40})>"),
  verbalize: ({ all = "" }) => (all === "<" ? "(" : ")"),
});

/** [Hà Nội], {ghi chú}: read like round brackets. */
const bracket = rule({
  name: "pause",
  begins: "mark",
  first: "[]{}",
  pattern: sticky("[\\[\\]{}]"),
  verbalize: ({ all = "" }) => (/[[{]/.test(all) ? "(" : ")"),
});

/** In order of precedence. */
export const pauseRules = [pauseMark, dots, line, bullet, emphasis, apostrophe, itemStroke, footnote, angle, bracket];
