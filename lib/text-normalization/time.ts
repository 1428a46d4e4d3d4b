import { cardinal, sayMinutes } from "./cardinal";
import { edge, gap, type Region, type Rule, sticky } from "./rule";

const hour = "(?<hour>[01]?\\d|2[0-4])";
const sixty = "[0-5]\\d";
const clockTime = `\\d{1,2}(?:h(?:${sixty})?|[:g]${sixty})`;

/** 8h30-17h, 7:00-11:30: from one hour to another. */
export const timeRangeRule: Rule = {
  name: "time",
  pattern: sticky(`(?<from>${clockTime})${gap}[-–]${gap}(?<to>${clockTime})${edge}`, "i"),
  say: ({ from = "", to = "" }, region) => `${sayHour(from, region)} đến ${sayHour(to, region)}`,
};

function sayHour(text: string, region: Region): string {
  const [hour = "", minutes = ""] = text.split(/[hg:]/i);
  const past = Number(minutes) > 0 ? ` ${sayMinutes(minutes, region)}` : "";
  return `${cardinal(String(Number(hour)), region)} giờ${past}`;
}

/** 8h30, 14:05, 8h, 14:05:30, 8g30, 7g sáng. */
export const timeRule: Rule = {
  name: "time",
  pattern: sticky(
    `${hour}(?:h(?<minutes>${sixty})?(?:p|ph)?|g(?:(?<minutes3>${sixty})|(?=[ \\u00A0](?:sáng|trưa|chiều|tối|đêm)))|:(?<minutes2>${sixty})(?::(?<seconds>${sixty}))?)${edge}(?![:/]\\d)`,
    "i",
  ),
  say({ hour = "", minutes = "", minutes2 = "", minutes3 = "", seconds = "" }, region) {
    const past = minutes || minutes2 || minutes3;
    const words = [`${cardinal(String(Number(hour)), region)} giờ`];
    if (Number(past) > 0 || seconds) words.push(sayMinutes(past, region), ...(seconds ? ["phút"] : []));
    if (seconds) words.push(cardinal(String(Number(seconds)), region), "giây");
    return words.join(" ");
  },
};
