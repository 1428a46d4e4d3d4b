import { cardinal } from "./numbers";
import type { ReadingOptions } from "./reading-options";

export const plain = (digits: string, options: ReadingOptions) => cardinal(String(Number(digits)), options);

/** Hours, minutes and seconds, without those that are zero. */
export function sayClock(hour: string, minutes: string, seconds: string, options: ReadingOptions): string {
  const parts = [`${plain(hour, options)} giờ`];
  if (Number(minutes) > 0) parts.push(`${plain(minutes, options)} phút`);
  if (Number(seconds) > 0) parts.push(`${plain(seconds, options)} giây`);
  return parts.join(" ");
}

export function sayHalf(half: string, hour: string): string {
  if (/^a/i.test(half)) return " sáng";
  if (!/^p/i.test(half)) return "";
  if (Number(hour) === 12) return " trưa";
  return Number(hour) < 6 ? " chiều" : " tối";
}
