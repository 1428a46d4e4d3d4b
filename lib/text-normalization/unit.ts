import { cardinal } from "./cardinal";
import { spell } from "./letters";
import { sayRange } from "./number";
import { anyOf, edge, gap, number, type Rule, sticky } from "./rule";

const units: Record<string, string> = {
  mm: "mi li mét",
  cm: "xen ti mét",
  dm: "đề xi mét",
  m: "mét",
  km: "ki lô mét",
  "m²": "mét vuông",
  m2: "mét vuông",
  "km²": "ki lô mét vuông",
  km2: "ki lô mét vuông",
  "cm²": "xen ti mét vuông",
  "m³": "mét khối",
  m3: "mét khối",
  ha: "héc ta",
  mg: "mi li gam",
  g: "gam",
  gr: "gam",
  kg: "ki lô gam",
  ml: "mi li lít",
  l: "lít",
  lít: "lít",
  "°C": "độ xê",
  "°F": "độ ép",
  "°": "độ",
  "%": "phần trăm",
  "‰": "phần nghìn",
  GB: "gi ga bai",
  MB: "mê ga bai",
  KB: "ki lô bai",
  TB: "tê ra bai",
  Gbps: "gi ga bít trên giây",
  Mbps: "mê ga bít trên giây",
  kWh: "ki lô oát giờ",
  kW: "ki lô oát",
  MW: "mê ga oát",
  W: "oát",
  V: "vôn",
  mAh: "mi li am pe giờ",
  Hz: "héc",
  kHz: "ki lô héc",
  MHz: "mê ga héc",
  GHz: "gi ga héc",
  mmHg: "mi li mét thủy ngân",
  ms: "mi li giây",
  px: "píc xeo",
  inch: "in",
};

const per: Record<string, string> = {
  h: "giờ",
  s: "giây",
  ...units,
  giờ: "giờ",
  ngày: "ngày",
  tháng: "tháng",
  năm: "năm",
  người: "người",
};

/** 1m75, 2km5. 1m2 and 1m3 are areas and volumes. */
export const lengthRule: Rule = {
  name: "unit",
  pattern: sticky(`(?<whole>\\d{1,3})(?<unit>k?m)(?<rest>\\d{2}|[14-9])${edge}`),
  say: ({ whole = "", unit = "", rest = "" }, region) =>
    `${cardinal(whole, region)} ${units[unit]} ${cardinal(rest, region)}`,
};

/** 120/80 mmHg, 24 độ C: a unit with a word of its own in front. */
export const loneUnitRule: Rule = {
  name: "unit",
  pattern: sticky(`(?<=\\d[ \\u00A0])(?<unit>mmHg)${edge}|(?<=độ[ \\u00A0])(?<scale>[CF])${edge}`),
  say: ({ scale = "" }) => (scale ? spell(scale) : (units.mmHg ?? null)),
};

/** 5kg, 30°C, 120 km/h, 10%, 20-25°C, 80m². A unit behind a blank must be one that no word begins with. */
export const unitRule: Rule = {
  name: "unit",
  pattern: sticky(
    `(?<from>${number})(?:${gap}[-–]${gap}(?<to>${number}))?${gap}(?<unit>${anyOf(Object.keys(units))})(?:/(?<per>${anyOf(Object.keys(per))}))?${edge}(?!/)`,
  ),
  say: ({ from = "", to = "", unit = "", per: each = "" }, region) =>
    [sayRange(from, to, region), units[unit], each && `trên ${per[each]}`].filter(Boolean).join(" "),
};
