import { readdirSync, readFileSync } from "node:fs";
import { joinParts, loadRecognizer, recognize } from "demo-recognizer";
import { verbalize } from "vietnamese-text";
import { repairTerms } from "vietnamese-text/keyterms";
import type { Figure } from "@/bench/support/measure";
import { splitAtPauses } from "@/lib/engines/pauses";
import { loadEspeak, utter } from "@/lib/engines/providers/espeak/engine";

export const needsProduct = false;

const voice = { engineVoice: "vi", wordsPerMinute: 175, pitch: 50, range: 50, volume: 100, gainDb: 0 };

const surnames = "Nguyễn Trần Lê Phạm Hoàng Vũ Đặng Bùi Đỗ Hồ Ngô Dương".split(" ");
const middles = "Thị Văn Minh Thanh Ngọc Quốc Gia Hữu Kim Xuân".split(" ");
const given = "Khôi Trâm Giang Duệ Quyên Sơn Trí Nghĩa Loan Diễm Thịnh".split(" ");

/** 110 people, 50 brands and products, 40 places: in every list of terms half of each. */
const people = Array.from({ length: 110 }, (_, at) =>
  [
    surnames[at % surnames.length],
    middles[(at * 3 + Math.floor(at / 10)) % middles.length],
    given[at % given.length],
  ].join(" "),
);
const brands =
  "SePay;MoMo;ZaloPay;VNPay;Techcombank;Vietcombank;Sacombank;Agribank;MBBank;TPBank;VPBank;HDBank;Shopee;Lazada;Tiki;Sendo;VinFast;VinMart;Vinamilk;Vinhomes;Viettel;MobiFone;VinaPhone;FPT;VNPT;Grab;Be;Gojek;Facebook;TikTok;YouTube;Google;iPhone;Samsung;Oppo;Panadol;Augmentin;Efferalgan;Paracetamol;Vitamin B12;KiotViet;MISA;Haravan;Sapo;Bitis;Highlands;Phúc Long;Trung Nguyên;Masan;Sabeco".split(
    ";",
  );
const places =
  "Gò Vấp;Thủ Đức;Hóc Môn;Củ Chi;Bình Chánh;Nhà Bè;Tân Phú;Sơn Trà;Ngũ Hành Sơn;Liên Chiểu;Hải Châu;Cẩm Lệ;Hòa Vang;Ninh Kiều;Cái Răng;Ô Môn;Thốt Nốt;Hoàn Kiếm;Ba Đình;Đống Đa;Cầu Giấy;Thanh Xuân;Hoàng Mai;Long Biên;Hà Đông;Sóc Sơn;Đông Anh;Gia Lâm;Mê Linh;Sa Pa;Bắc Hà;Mộc Châu;Điện Biên;Buôn Ma Thuột;Pleiku;Kon Tum;Phan Rang;Quy Nhơn;Tuy Hòa;Cam Ranh".split(
    ";",
  );

const sentences = {
  people: [
    "em gặp chị {} ở văn phòng chiều nay",
    "hợp đồng này do anh {} ký tuần trước",
    "cho tôi gặp bạn {} một chút",
  ],
  brands: ["hôm qua tôi có dùng {} để mua hàng", "bên em vừa nhận được tiền từ {} rồi ạ", "chị hỏi giúp em về {} nhé"],
  places: ["nhà tôi ở {} gần chợ", "ngày mai giao hàng tới {} giúp em", "đường đi {} hôm nay rất đông xe"],
};

const has = (text: string, term: string): boolean =>
  ` ${text.normalize("NFC").toLowerCase()} `.includes(` ${term.toLowerCase()} `);

/** The first 10,000 words of the spoken sides of the cases, without those whose written side names one of the terms. */
function ordinaryWords(terms: readonly string[]): string[] {
  const directory = "packages/vietnamese-text/cases";
  const files = readdirSync(directory).filter((name) => name.endsWith(".tsv"));
  const spoken = files.flatMap((name) =>
    readFileSync(`${directory}/${name}`, "utf8")
      .split("\n")
      .map((line) => line.split("\t"))
      .filter(([written = ""]) => written !== "" && !written.startsWith("#"))
      .filter(([written = ""]) => !terms.some((term) => written.toLowerCase().includes(term.toLowerCase())))
      .map(([, words = ""]) => words),
  );
  const words =
    spoken
      .join(" ")
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.slice(0, 10_000);
}

/**
 * 200 names in sentences, spoken by the built-in northern voice and transcribed by the built-in recognizer, with and without
 * repair by lists of 100 terms. A name counts where the transcript has it whole, whatever its capitals.
 */
export default async function bench(): Promise<Figure[]> {
  const [espeak, recognizer] = [await loadEspeak(), await loadRecognizer("packages/demo-recognizer/model")];
  const transcribe = (text: string): string => {
    const audio = utter(espeak, { ...voice, text: verbalize(text, { region: "north" }).spoken }, () => false);
    const parts = splitAtPauses(audio).map(({ start, samples }) => ({
      start,
      lines: recognize(recognizer, { samples, sampleRate: audio.sampleRate }, () => false),
    }));
    return joinParts(parts).text;
  };
  const kinds = { people, brands, places };
  const lists = [0, 1].map((half) => Object.values(kinds).flatMap((terms) => terms.filter((_, at) => at % 2 === half)));
  const results = (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) =>
    kinds[kind].map((term, at) => {
      const recognized = transcribe((sentences[kind][at % 3] ?? "{}").replace("{}", term));
      const repaired = repairTerms(recognized, lists[at % 2] ?? []).text;
      return { kind, term, recognized, without: has(recognized, term), repaired: has(repaired, term) };
    }),
  );
  const ordinary = lists.map((terms) => {
    const words = ordinaryWords(terms);
    const repairs = repairTerms(words.join(" "), terms).words.filter(({ term }) => term !== undefined);
    const wrong = repairs.map(({ term, from, to }) => `${term} for "${words.slice(from, to).join(" ")}"`);
    return { wrong, perThousand: wrong.length / (words.length / 1000) };
  });
  const count = (key: "without" | "repaired", kind?: string) =>
    results.filter((one) => one[key] && (!kind || one.kind === kind)).length;
  const [without, withTerms] = [count("without"), count("repaired")];
  return [
    { what: "names found without terms", value: `${without} of ${results.length}` },
    {
      what: "names found with terms",
      value: `${withTerms} of ${results.length}`,
      target: "half as many again, or all",
      met: withTerms >= Math.min(without * 1.5, results.length),
    },
    {
      what: "false repairs in 1,000 of 10,000 ordinary words, for each list",
      value: ordinary.map(({ perThousand }) => perThousand.toFixed(1)).join(", "),
      target: "at most 1",
      met: ordinary.every(({ perThousand }) => perThousand <= 1),
    },
    { what: "false repairs", value: ordinary.flatMap(({ wrong }) => wrong).join("; ") },
    ...Object.keys(kinds).map((kind) => ({
      what: kind,
      value: [
        `${count("without", kind)} to ${count("repaired", kind)}`,
        `missed: ${results
          .filter((one) => one.kind === kind && !one.repaired)
          .slice(0, 12)
          .map(({ term, recognized }) => `${term} as "${recognized}"`)
          .join("; ")}`,
      ].join("; "),
    })),
  ];
}
