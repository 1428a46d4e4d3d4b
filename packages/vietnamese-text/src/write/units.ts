import { currencies, perSigns, units } from "../data";
import { Phrases, type Spoken } from "./spoken";

/** Words of the reading's table that more often mean something else, or that are written in words. */
const notUnits = new Set([
  "lúc",
  "giun",
  "phần trăm",
  "phòng ngủ",
  "nhà vệ sinh",
  "chu kỳ một phút",
  "lần một phút",
  "lít một phút",
  "viên",
  "giây",
]);

/** Signs where the table has several for the same words, and words that stay. */
const preferred: Record<string, string> = {
  mét: "m",
  "mét vuông": "m²",
  "mét khối": "m³",
  "xăng ti mét vuông": "cm²",
  "xăng ti mét khối": "cm³",
  "xen ti mét vuông": "cm²",
  "xen ti mét khối": "cm³",
  "đề xi mét vuông": "dm²",
  "đề xi mét khối": "dm³",
  "mi li mét vuông": "mm²",
  "mi li mét khối": "mm³",
  "ki lô mét vuông": "km²",
  "ki lô mét khối": "km³",
  gam: "g",
  lít: "lít",
  tấn: "tấn",
  tạ: "tạ",
  dặm: "dặm",
  "mã lực": "mã lực",
  độ: "độ",
  "độ xê": "độ C",
  "độ c": "độ C",
  "độ ép": "độ F",
  "độ f": "độ F",
  inh: "inch",
  inch: "inch",
  "mi crô gam": "µg",
  "mi crô mét": "µm",
  "mi li lít": "ml",
  "ki lô bai": "KB",
  "vòng trên phút": "vòng/phút",
  "vòng một phút": "vòng/phút",
  "nhịp trên phút": "nhịp/phút",
  "nhịp một phút": "nhịp/phút",
  "ki lô mét trên giờ": "km/h",
  "ki lô mét một giờ": "km/h",

  "cây số": "cây số",
  cân: "cân",
  lạng: "lạng",
  "đơn vị quốc tế": "IU",
  "mi li gam": "mg",
};

/** Other ways to say a unit. */
const alsoSaid: Record<string, string> = {
  "ki lô": "kg",
  "kí lô": "kg",
  kí: "kg",
  "kí lô gam": "kg",
  "ki lô gram": "kg",
  "ki lo gam": "kg",
  kilogam: "kg",
  kg: "kg",
  gram: "g",
  "gờ ram": "g",
  "mi li gờ ram": "mg",
  miligam: "mg",
  "mi li gram": "mg",
  "ki lo mét": "km",
  "cây lô mét": "km",
  kilomet: "km",
  km: "km",
  "xen ti mét": "cm",
  "xăng ti": "cm",
  "cen ti mét": "cm",
  "xen ti": "cm",
  centimet: "cm",
  cm: "cm",
  "mi li mét": "mm",
  milimet: "mm",
  "mi li": "mm",
  "héc ta": "ha",
  hecta: "ha",
  "ki lô oát": "kW",
  "ki lô oát giờ": "kWh",
  "ki lô goát": "kW",
  "mê ga oát": "MW",
  "ghi ga bai": "GB",
  "gi ga byte": "GB",
  "mê ga bít": "Mb",
  "mê ga bít một giây": "Mbps",
  "mê ga bai một giây": "MB/s",
  "ghi ga": "GB",
  "gi ga": "GB",
  "gờ bê": "GB",
  "giê bê": "GB",
  "tê bê": "TB",
  "mi li ăm pe": "mA",
  "mi li ampe": "mA",
  "muy crô mét": "µm",
  kilobyte: "KB",
  megabyte: "MB",
  gigabyte: "GB",
  terabyte: "TB",
  kilobit: "kb",
  megabit: "Mb",
  gigabit: "Gb",
  kilogram: "kg",
  "mi li ampe giờ": "mAh",
  "ăm pe": "A",
  ampe: "A",
  "ghi ga héc": "GHz",
  "gi ga hẹt": "GHz",
  "ki lô mét vuông": "km²",
  "cây số vuông": "km²",
  "mét một giây": "m/s",
  "ki lô mét trên một giờ": "km/h",
  "cây số trên giờ": "cây số/giờ",
  "nhịp mỗi phút": "nhịp/phút",
  "mi li mét thuỷ ngân": "mmHg",
  "ki lô ca lo": "kcal",
  "ki lô calo": "kcal",
  "ca lo": "calo",
};

const signs: Record<string, string> = {};
for (const [sign, words] of Object.entries(units)) {
  const spoken = words.toLowerCase();
  if (!notUnits.has(spoken)) signs[spoken] ??= sign;
}
Object.assign(signs, alsoSaid, preferred);
const unitPhrases = new Phrases(signs);

const perPhrases = new Phrases(
  Object.fromEntries(
    Object.entries(perSigns)
      .reverse()
      .map(([sign, words]) => [words, preferred[words] ?? sign])
      .concat([
        ["giờ", "h"],
        ["giây", "s"],
        ["phút", "phút"],
        ["ngày", "ngày"],
        ["tháng", "tháng"],

        ["người", "người"],
        ["lít", "l"],
        ["kí", "kg"],
        ["ki lô", "kg"],
      ]),
  ),
);

/** Units that are words themselves: a single digit before them may stay a word. */
const wordUnits = new Set(["cân", "lạng", "lít", "tấn", "tạ", "dặm", "độ", "cây số", "mã lực"]);

/** Words that begin as a unit does. */
const otherWords = new Phrases(
  "độ tuổi|độ cao|độ dài|độ rộng|độ chừng|cân bằng|cân nhắc|cân não|cân đối|cân sức|cân xứng|cân kẹo|lạng sơn|lạng lách|lạng giang|tấn công|tấn kịch|tấn phong|tạ ơn|tạ từ|tạ lỗi|gam màu|dặm trường|ôm nhau|mét đất đỏ|lít nhít|mol nước ta|kí tên|kí tự|kí kết|kí hợp|kí túc|kí ức|kí hiệu|kí họa|kí sinh|kí gửi|kí nhận|kí giả|kí lục|kí số|kí ninh",
);

/** The unit that begins at a place, with what it is divided by: "mi li gam trên lít". */
export function unitAt(spoken: Spoken, at: number): { sign: string; to: number; isWord: boolean } | null {
  const unit = unitPhrases.at(spoken, at);
  if (!unit || otherWords.at(spoken, at)) return null;
  const per = spoken.at(unit.to) === "trên" ? perPhrases.at(spoken, unit.to + 1) : null;
  if (per && !unit.meaning.includes("/")) return { sign: `${unit.meaning}/${per.meaning}`, to: per.to, isWord: false };
  return { sign: unit.meaning, to: unit.to, isWord: wordUnits.has(unit.meaning) };
}

const currencyPhrases = new Phrases({
  ...Object.fromEntries(Object.values(currencies).map((words) => [words.toLowerCase(), words])),
  đồng: "đồng",
  "đồng việt nam": "đồng Việt Nam",
  "việt nam đồng": "Việt Nam đồng",
  đô: "đô",
  "đô la": "đô la",
  "đô la mỹ": "đô la Mỹ",
  "ơ rô": "euro",
  "ơ-rô": "euro",
  "bảng anh": "bảng Anh",
  "yên nhật": "yên Nhật",
  "nhân dân tệ": "nhân dân tệ",
  won: "won",
  uôn: "won",
  "uôn hàn quốc": "won Hàn Quốc",
  vnđ: "VNĐ",
  vnd: "VND",
  usd: "USD",
});

/** Currencies' names that are ordinary words, too, so that a single digit before them is no amount. */
const ordinaryWords = new Set(["yên", "xu", "rúp", "bạt", "ria", "kíp"]);

export function currencyAt(spoken: Spoken, at: number): { name: string; to: number; isSure: boolean } | null {
  const found = currencyPhrases.at(spoken, at);
  if (!found) return null;
  if (found.meaning === "đô" && /^(?:hộ|thị|đốc|vật|thành)$/.test(spoken.at(found.to))) return null;
  const isOther =
    found.meaning === "đồng" &&
    /^(?:ý|đều|nghiệp|bào|chí|hồ|phục|thời|hành|cảm|tình|lòng|loạt|đội|môn|hương|minh|lúa|ruộng|tháp|nai|hới|bằng|tiền|đen|đô)$/.test(
      spoken.at(found.to),
    );
  return isOther ? null : { name: found.meaning, to: found.to, isSure: !ordinaryWords.has(found.meaning) };
}

/** "một ki lô gam" after a price: "/kg". */
export function perUnitAt(spoken: Spoken, at: number): { sign: string; to: number } | null {
  if (!/^(?:một|mỗi|trên)$/.test(spoken.at(at))) return null;
  const unit = unitPhrases.at(spoken, at + 1);
  return unit && !wordUnits.has(unit.meaning) ? { sign: `/${unit.meaning}`, to: unit.to } : null;
}
