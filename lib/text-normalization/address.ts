import { cardinal, sayDigits } from "./cardinal";
import { spell } from "./letters";
import { type Region, type Rule, sticky, topLevelDomains } from "./rule";

const marks: Record<string, string> = {
  "@": "a còng",
  ".": "chấm",
  "/": "gạch chéo",
  "-": "gạch ngang",
  _: "gạch dưới",
  ":": "hai chấm",
  "?": "hỏi chấm",
  "=": "bằng",
  "&": "và",
  "#": "thăng",
  "%": "phần trăm",
  "+": "cộng",
  "~": "ngã",
};

const part = "[\\p{L}\\d_-]{1,63}";

/** Addresses of sites and of mail. */
export const addressRule: Rule = {
  name: "address",
  pattern: sticky(
    `(?:https?://)?(?<address>(?:${part}(?:[.+]${part}){0,4}@)?${part}(?:\\.${part}){0,3}\\.(?:${topLevelDomains})(?![\\p{L}\\d])(?:/[\\p{L}\\d_.~%&=?#/+-]{0,200}[\\p{L}\\d/])?)`,
    "i",
  ),
  say: ({ address = "" }, region) =>
    (address.match(/\d+|[\p{L}\p{M}]+|./gu) ?? [])
      .map((piece) => sayPiece(piece, region))
      .filter(Boolean)
      .join(" "),
};

/** #VangMoi. */
export const hashtagRule: Rule = {
  name: "hashtag",
  pattern: sticky("#(?<tag>[\\p{L}_][\\p{L}\\d_]{0,60})"),
  say: ({ tag = "" }, region) =>
    `thăng ${(tag.match(/\d+|[\p{L}\p{M}]+/gu) ?? []).map((piece) => sayPiece(piece, region)).join(" ")}`,
};

function sayPiece(piece: string, region: Region): string {
  if (/^\d/.test(piece)) return piece.length <= 2 ? cardinal(piece, region) : sayDigits(piece);
  if (/^[\p{L}\p{M}]/u.test(piece)) return /[aeiouyăâêôơư]/iu.test(piece.normalize("NFD")) ? piece : spell(piece);
  return marks[piece] ?? "";
}
