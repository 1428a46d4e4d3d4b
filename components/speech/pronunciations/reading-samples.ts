import type { ReadingOption } from "@/lib/speech/pronunciations/schema";

/** An example of each choice: Vietnamese in every language of the console. */
const spoken: Record<ReadingOption, Record<string, string>> = {
  emptyTen: { linh: "một trăm linh năm", lẻ: "một trăm lẻ năm" },
  thousand: { nghìn: "một nghìn", ngàn: "một ngàn" },
  four: { tư: "hai mươi tư", bốn: "hai mươi bốn" },
  year: { full: "hai nghìn không trăm hai mươi sáu", short: "hai nghìn hai mươi sáu", digits: "hai không hai sáu" },
  decimals: { number: "ba phẩy mười bốn", digits: "ba phẩy một bốn" },
  textStyle: {
    auto: "mk = mình, chỉ trong tin nhắn",
    standard: "tin tức, hợp đồng",
    chat: "mk = mình, ae = anh em",
  },
  emoji: { silent: "Chúc mừng 🎉: chúc mừng", name: "Chúc mừng 🎉: chúc mừng pháo giấy" },
};

export const readingSamples = (Object.keys(spoken) as ReadingOption[]).map((option) => ({
  option,
  /** Whether the default is another for another region of voices; otherwise it is the first choice. */
  isRegional: option !== "textStyle" && option !== "emoji",
  choices: Object.entries(spoken[option]).map(([value, label]) => ({ value, label })),
}));

type Sample = (typeof readingSamples)[number];

export const labelOf = ({ choices }: Sample, chosen: string | null): string =>
  choices.find(({ value }) => value === chosen)?.label ?? "";
