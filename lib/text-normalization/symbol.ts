import { type Rule, sticky } from "./rule";

const symbols: Record<string, string> = {
  "&": "và",
  "@": "a còng",
  "%": "phần trăm",
  "+": "cộng",
  "=": "bằng",
  "≈": "xấp xỉ",
  "≥": "lớn hơn hoặc bằng",
  "≤": "nhỏ hơn hoặc bằng",
  ">": "lớn hơn",
  "<": "nhỏ hơn",
  "×": "nhân",
  "÷": "chia",
  "±": "cộng trừ",
  "§": "mục",
  "°": "độ",
  "₫": "đồng",
  $: "đô la",
  "€": "ơ rô",
  "№": "số",
};

export const symbolRule: Rule = {
  name: "symbol",
  pattern: sticky(`(?<symbol>[${Object.keys(symbols).join("")}])`),
  say: ({ symbol = "" }) => symbols[symbol] ?? null,
};

/** Between numbers it is a sign: 2 x 3, 5*3. */
export const timesRule: Rule = {
  name: "symbol",
  pattern: sticky("(?<=\\d[ \\u00A0]?)[x*](?=[ \\u00A0]?\\d)"),
  say: () => "nhân",
};

const fractions: Record<string, string> = {
  "½": "một phần hai",
  "¼": "một phần tư",
  "¾": "ba phần tư",
  "⅓": "một phần ba",
};

export const vulgarFractionRule: Rule = {
  name: "fraction",
  pattern: sticky(`(?<sign>[${Object.keys(fractions).join("")}])`),
  say: ({ sign = "" }) => fractions[sign] ?? null,
};

/** 85 triệu đồng/lượng, 2 lần/ngày: so much for one. */
export const eachRule: Rule = {
  name: "symbol",
  pattern: sticky("(?<=(?<!\\p{L})(?:đồng|triệu|tỷ|USD|lần|viên))/(?=\\p{L})", "i"),
  say: () => "một",
};

/** 45/12A, K12/34: the number of a house. */
export const houseRule: Rule = {
  name: "symbol",
  pattern: sticky("(?<=[\\p{L}\\d])/(?=\\d)"),
  say: () => "trên",
};

/** Và/hoặc, COVID-19, 2-1: nobody says the stroke. */
export const strokeRule: Rule = {
  name: "symbol",
  pattern: sticky("(?<=[\\p{L}\\d%])/(?=\\p{L})|(?<=[\\p{L}\\d])[-–](?=\\d)"),
  say: () => " ",
};
