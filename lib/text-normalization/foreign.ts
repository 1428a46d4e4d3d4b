import { anyOf, edge, type Rule, sticky } from "./rule";

/** As people in Vietnam say them. */
const words: Record<string, string> = {
  "wi-fi": "oai phai",
  wifi: "oai phai",
  "e-mail": "i meo",
  email: "i meo",
  internet: "in tơ nét",
  online: "on lai",
  offline: "óp lai",
  website: "oép sai",
  web: "oép",
  app: "áp",
  video: "vi đê ô",
  clip: "cờ líp",
  youtube: "diu túp",
  facebook: "phây búc",
  google: "gu gồ",
  zalo: "da lô",
  tiktok: "tích tóc",
  iphone: "ai phôn",
  ipad: "ai pát",
  android: "an đờ roi",
  smartphone: "sờ mát phôn",
  laptop: "láp tóp",
  marketing: "ma két tinh",
  manager: "ma nơ giơ",
  startup: "sờ tát ắp",
  livestream: "lai sờ trim",
  podcast: "pót cát",
  blog: "bờ lóc",
  hotline: "hót lai",
  taxi: "tắc xi",
  grab: "gờ ráp",
  covid: "cô vít",
  vaccine: "vắc xin",
  ceo: "xi i âu",
  cfo: "xi ép âu",
  cto: "xi ti âu",
  ai: "ây ai",
  api: "ây pi ai",
  it: "ai ti",
  usb: "u ét bê",
  atm: "ây ti em",
  gdp: "gi đi pi",
  who: "đắp bờ liu ếch ô",
  nato: "na tô",
  un: "iu en",
  fifa: "phi pha",
  unesco: "u nét cô",
  asean: "a xê an",
  wto: "vê kép tê o",
  qr: "quy rờ",
  ok: "ô kê",
};

/** In capitals only: in small letters they are Vietnamese words, or might be. */
const capitalsOnly = new Set(["ai", "it", "who", "un", "app"]);

export const foreignRule: Rule = {
  name: "foreign",
  pattern: sticky(`(?<word>${anyOf(Object.keys(words))})${edge}`, "i"),
  say: ({ word = "" }) => {
    const known = word.toLowerCase();
    if (capitalsOnly.has(known) && word !== word.toUpperCase()) return known === "app" ? (words.app ?? null) : null;
    return words[known] ?? null;
  },
};
