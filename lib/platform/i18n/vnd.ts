const groups = (separator: string) => `[1-9]\\d{0,2}(?:${separator}\\d{3})+`;
/** By Vietnamese rules, by English ones, and with spaces; a decimal part can only be zero. */
const forms = [
  /^[1-9]\d*(?:[.,]00?)?$/,
  new RegExp(`^${groups("\\.")}(?:,00?)?$`),
  new RegExp(`^${groups(",")}(?:\\.00?)?$`),
  new RegExp(`^${groups(" ")}(?:[.,]00?)?$`),
];

/** Whole đồng above zero: `1.000.000`, `1,000,000 ₫`. Null for other text, or where two languages differ. */
export function parseVnd(typed: string): number | null {
  const amount = typed
    .normalize("NFC")
    .replace(/\s/gu, " ")
    .trim()
    .replace(/ ?(?:₫|đ|đồng|vnd|vnđ)$/i, "");
  if (!forms.some((form) => form.test(amount))) return null;
  const digits = amount.replace(/[.,]00?$/, "").replace(/[., ]/g, "");
  return digits.length > 12 ? null : Number(digits);
}

/** Groups the digits of an amount, with or without a minus, after an edit. Other text stays, to be read as it was typed. */
export function groupDigits(text: string, separator: string, isDeletion = false): string {
  const parts = text.split(separator);
  const digits = parts.join("");
  const isComplete = parts.length === 1 || isDeletion || (parts.at(-1)?.length ?? 0) >= 3;
  if (!/^[−-]?\d+$/.test(digits) || !isComplete) return text;
  return digits.replace(/\B(?=(\d{3})+$)/g, separator);
}

const ones = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/);
const tens = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const scales = ["", " thousand", " million", " billion", " trillion"];

function belowThousand(count: number): string {
  const hundreds = count >= 100 ? [`${ones[Math.floor(count / 100)]} hundred`] : [];
  const rest = count % 100;
  if (rest === 0) return hundreds.join();
  const ten = tens[Math.floor(rest / 10)];
  const words = rest < 20 ? ones[rest] : rest % 10 ? `${ten}-${ones[rest % 10]}` : ten;
  return [...hundreds, words].join(" ");
}

/** `one hundred fifty million đồng`; for less than 10¹⁵. */
export function vndInEnglish(amountVnd: bigint): string {
  const words: string[] = [];
  for (let [rest, scale] = [amountVnd, 0]; rest > 0n; rest /= 1000n, scale++)
    if (rest % 1000n > 0n) words.unshift(`${belowThousand(Number(rest % 1000n))}${scales[scale]}`);
  return `${words.join(" ") || "zero"} đồng`;
}
