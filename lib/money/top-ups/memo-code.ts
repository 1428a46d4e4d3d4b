import { randomInt } from "node:crypto";

/** Without the characters that people and banks confuse: 0, 1, I, L and O. Its length is a prime. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** Has a letter that the alphabet lacks, so that no random part of a code looks like the beginning of another one. */
const prefix = "LN";

const randomSymbols = 7;

/** Sum of (i + 1) × value, modulo 31: differs for every changed symbol and every swap of neighbours. */
function checkSymbol(symbols: string): string {
  const sum = [...symbols].reduce((total, symbol, index) => total + (index + 1) * alphabet.indexOf(symbol), 0);
  return alphabet[sum % alphabet.length] as string;
}

/** A new code for the memo of a bank transfer: `LN`, seven random symbols and a check symbol. */
export function newMemoCode(): string {
  const symbols = Array.from({ length: randomSymbols }, () => alphabet[randomInt(alphabet.length)]).join("");
  return prefix + symbols + checkSymbol(symbols);
}

const isCode = (text: string) => checkSymbol(text.slice(prefix.length, -1)) === text.at(-1);

const bounded = new RegExp(`(?<![0-9A-Z])${prefix}[${alphabet}]{${randomSymbols + 1}}(?![0-9A-Z])`, "g");
const anywhere = new RegExp(`(?=(${prefix}[${alphabet}]{${randomSymbols + 1}}))`, "g");

/** Ignores case and accents, and where no code stands by itself, also the spaces and punctuation inside one. */
export function findMemoCodes(memo: string): string[] {
  const text = memo.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
  const alone = text.match(bounded)?.filter(isCode) ?? [];
  if (alone.length > 0) return [...new Set(alone)];
  const joined = text.replace(/[^0-9A-Z]/g, "");
  return [...new Set([...joined.matchAll(anywhere)].map(([, code = ""]) => code).filter(isCode))];
}
