import { verbalize } from "vietnamese-text";
import { type Figure, median } from "@/bench/support/measure";

const hostile = [
  "1/",
  "-1",
  "1.1",
  ".",
  "1-",
  "a1",
  "TP.",
  "0912 ",
  "(",
  "@a.",
  "http://a.",
  "A-1",
  "1h-",
  "thứ 1-",
  "30/4, ",
  "mã a a ",
  "**a",
  "[pause:",
  "1x",
  "1 000 ",
  "vua A ",
  "thắng A ",
  "chương I, ",
  "T2, ",
  "VN12 3456 ",
  "1 1/2 ",
  "- \n",
  "$1-",
  "24h/",
  "1+1",
  "P.",
  "1/1/",
  "KH ",
  "ck trước ",
  "****1 ",
  "xe 1T ",
  "chị H. ",
  "trẻ 1m2 ",
  "chạy 10K, ",
  "A (+) ",
  "T3-",
  "012-",
];

/** The cost of normalizing a hostile text four times as long: four times, if it is linear. */
export default async function bench(): Promise<Figure[]> {
  const growths = hostile.map((piece) => timeOf(piece, 20_000) / timeOf(piece, 5000));
  const worst = Math.max(...growths);
  return [
    { what: "hostile text of four times the length, cost", value: `${median(growths).toFixed(1)} ×` },
    { what: "the worst of them", value: `${worst.toFixed(1)} ×`, target: "≤ 6 ×", met: worst <= 6 },
    {
      what: "5,000 characters of the worst",
      value: `${Math.max(...hostile.map((piece) => timeOf(piece, 5000))).toFixed(1)} ms`,
    },
  ];
}

function timeOf(piece: string, length: number): number {
  const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    verbalize(text, { region: "north" });
    return performance.now() - start;
  });
  return Math.min(...times);
}
