import { digitOf } from "./cardinal";
import { digitRunAt, scoreHeads } from "./digits";
import type { Spoken, WritingRule, Written } from "./spoken";

/** "tỷ số hai một", "thắng ba không". */
export const score: WritingRule = (spoken, at) => {
  if (!scoreHeads.before(spoken, at) && (!scoreHeads.near(spoken, at, 4) || notScores.test(spoken.at(at - 1))))
    return null;
  // The rest of digits of which the first stayed words.
  if (at !== spoken.writtenUpTo && digitOf(spoken.at(at - 1)) !== undefined) return null;
  const home = digitOf(spoken.at(at));
  const middle = /^(?:đều|trên|đến)$/.test(spoken.at(at + 1)) ? 1 : 0;
  const away = digitOf(spoken.at(at + 1 + middle));
  const next = spoken.at(at + 2 + middle);
  if (home === undefined || away === undefined) return null;
  if (digitOf(next) !== undefined) return middle ? null : scores(spoken, at);
  const isCounted =
    /^(?:bàn|trận|điểm|quả|ván|người|mươi|trăm|nghìn|triệu|tỷ|set|lần|đội|cái|phần|giải|ngày|tháng|năm)$/.test(next);
  return isCounted ? null : { text: `${home}-${away}`, to: at + 2 + middle, kind: "score" };
};

/** "tỷ số sáu bốn sáu ba": several sets. */
function scores(spoken: Spoken, at: number): Written | null {
  const run = digitRunAt(spoken, at);
  if (!run || run.singles !== run.digits.length || run.digits.length % 2 === 1 || run.digits.length > 10) return null;
  const sets = (run.digits.match(/../g) ?? []).map(([home, away]) => `${home}-${away}`);
  return { text: sets.join(", "), to: run.to, kind: "score" };
}

const notScores =
  /^(?:phút|vòng|bảng|hạng|lượt|tuổi|số|ngày|năm|quận|tháng|thứ|trận|hiệp|giá|mất|khoảng|gần|hơn|chỉ|đến|từ)$/;
