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

/** Và/hoặc, COVID-19, 2-1: nobody says the stroke. */
export const strokeRule: Rule = {
  name: "symbol",
  pattern: sticky("(?<=\\p{L})/(?=\\p{L})|(?<=[\\p{L}\\d])[-–](?=\\d)"),
  say: () => " ",
};
