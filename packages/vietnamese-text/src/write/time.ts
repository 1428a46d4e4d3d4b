import { cardinalAt, counters, digitOf } from "./cardinal";
import { Phrases, type Spoken, type WritingRule } from "./spoken";

const clockHeads = new Phrases(
  "lúc|vào|vào lúc|từ|đến|tới|trước|sau|hồi|khoảng|tầm|đúng|gần|hơn|quá|bây giờ là|mới|đã|là|mãi|cho đến|khởi hành|bắt đầu|cất cánh|mở cửa|đóng cửa|họp|hẹn|và|hay|hoặc|chừng|cỡ|sáng|chiều|tối|trưa|đêm",
);
const dayParts = new Phrases("sáng|trưa|chiều|tối|đêm|khuya|rạng sáng|sáng mai|chiều nay|đúng|hôm|ngày|thứ|chủ nhật");
const lengthHeads = new Phrases(
  "mất|kéo dài|trong|suốt|dài|ngủ|đợi|chờ|cách|thêm|sau khoảng|hết|tới tận|những|mỗi|cả|làm|học|bay|chạy|đi|hơn|gần",
);

const small = (spoken: Spoken, at: number, below: number): { value: number; to: number } | null => {
  const number = cardinalAt(spoken, at);
  return number && !number.scale && !number.shortTailAt && number.value < below ? number : null;
};

/** "bảy giờ kém mười lăm", "mười một giờ rưỡi trưa", "hai giờ ba mươi phút". */
export const time: WritingRule = (spoken, at) => {
  const hours = digitOf(spoken.at(at));
  const past = hours && spoken.at(at + 1) === "tiếng" ? small(spoken, at + 2, 60) : null;
  if (past && spoken.at(past.to) === "phút") return { text: String(hours), to: at + 1, kind: "time" };
  const isMidnight = spoken.at(at) === "không" && spoken.at(at + 1) === "giờ" && isZeroHour(spoken, at);
  const hour = isMidnight ? { value: 0, to: at + 1 } : small(spoken, at, 100);
  // "tám mươi cây số một giờ": each hour.
  if (spoken.at(at) === "năm" && /^(?:mọi|mỗi|hàng|hằng|cuối|đầu|giữa|cả|từng|các|những)$/.test(spoken.at(at - 1)))
    return null;
  if (!hour || (hour.value === 1 && at > 0 && at === spoken.writtenUpTo)) return null;
  if (spoken.at(hour.to) !== "giờ") return halfPast(spoken, at, hour) ?? minutes(spoken, at, hour);
  const behind = hour.to + 1;
  const word = spoken.at(behind);
  if (word === "kém") {
    const rest = small(spoken, behind + 1, 60);
    if (rest) return { text: `${hour.value} giờ kém ${rest.value}`, to: rest.to, kind: "time" };
  }
  if (word === "rưỡi") {
    const isClock = isClockTime(spoken, at, behind + 1);
    return { text: isClock ? `${hour.value}h30` : `${hour.value} giờ rưỡi`, to: behind + 1, kind: "time" };
  }
  const rest = minutesBehind(spoken, behind);
  if (!rest) return { text: `${hour.value} giờ`, to: behind, kind: "time" };
  const second = rest.isNamed ? small(spoken, rest.to, 60) : null;
  if (second && spoken.at(second.to) === "giây")
    return { text: `${hour.value} giờ ${rest.shown} phút ${second.value} giây`, to: second.to + 1, kind: "time" };
  if (hour.value <= 24 && isClockTime(spoken, at, rest.to)) {
    const padded = String(rest.value).padStart(2, "0");
    return { text: `${hour.value}h${padded}`, to: rest.to, kind: "time" };
  }
  return { text: `${hour.value} giờ ${rest.shown}${rest.isNamed ? " phút" : ""}`, to: rest.to, kind: "time" };
};

const isZeroHour = (spoken: Spoken, at: number): boolean =>
  /^(?:lúc|từ|vào|đến|tới|trước|sau|quá)$/.test(spoken.at(at - 1)) ||
  cardinalAt(spoken, at + 2) !== null ||
  /^(?:ngày|sáng|đêm)$/.test(spoken.at(at + 2));

const isClockTime = (spoken: Spoken, at: number, behind: number): boolean =>
  dayParts.at(spoken, behind) !== null ||
  (clockHeads.before(spoken, at) !== null && lengthHeads.before(spoken, at) === null);

/** Minutes after "giờ". What counts something else, or is a single digit without "phút", are none. */
function minutesBehind(
  spoken: Spoken,
  at: number,
): { value: number; shown: string; to: number; isNamed: boolean } | null {
  const [tens, ones] = [digitOf(spoken.at(at)), digitOf(spoken.at(at + 1))];
  // "hai ba phút" behind an hour: the tens are not said.
  if (tens && tens < 6 && ones && spoken.at(at + 2) === "phút")
    return { value: tens * 10 + ones, shown: `${tens}${ones}`, to: at + 3, isNamed: true };
  const isPadded = /^(?:linh|không)$/.test(spoken.at(at));
  const found = small(spoken, isPadded ? at + 1 : at, 60);
  if (!found) return null;
  const next = spoken.at(found.to);
  const shown = isPadded ? String(found.value).padStart(2, "0") : String(found.value);
  if (next === "phút") return { value: found.value, shown, to: found.to + 1, isNamed: true };
  if (isPadded && found.value < 10) return { value: found.value, shown, to: found.to, isNamed: false };
  const isOther = counters.at(spoken, found.to) || /^(?:phần|phẩy|năm|giờ|đồng|nghìn|triệu|mươi|trăm)$/.test(next);
  if (isOther && !dayParts.at(spoken, found.to)) return null;
  return found.value >= 10 ||
    (spoken.isEnd(found.to) && spoken.at(at) !== "một") ||
    (found.value === 5 && dayParts.at(spoken, found.to))
    ? { value: found.value, shown, to: found.to, isNamed: false }
    : null;
}

/** "lúc tám rưỡi sáng". */
function halfPast(spoken: Spoken, at: number, hour: { value: number; to: number }) {
  if (spoken.at(hour.to) !== "rưỡi" || hour.value > 12) return null;
  const hasPart = /^(?:sáng|trưa|chiều|tối|đêm)$/.test(spoken.at(hour.to + 1));
  const isSure = /^(?:lúc|từ|đến|tầm)$/.test(spoken.at(at - 1)) && spoken.isEnd(hour.to + 1);
  return isSure || hasPart ? { text: `${hour.value}h30`, to: hour.to + 1, kind: "time" as const } : null;
}

/** "một phút ba mươi giây". */
function minutes(spoken: Spoken, at: number, minute: { value: number; to: number }) {
  if (spoken.at(minute.to) !== "phút") return null;
  const second = small(spoken, minute.to + 1, 60);
  if (!second || spoken.at(second.to) !== "giây") return null;
  if (minute.value < 10 && at !== spoken.writtenUpTo && digitOf(spoken.at(at - 1)) !== undefined) return null;
  return { text: `${minute.value} phút ${second.value} giây`, to: second.to + 1, kind: "time" as const };
}
