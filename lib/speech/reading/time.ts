import { cardinal, sayMinutes } from "./cardinal";
import { edge, type Rule, sticky } from "./rule";

const hour = "(?<hour>[01]?\\d|2[0-4])";
const sixty = "[0-5]\\d";

/** 8h30, 14:05, 8h, 14:05:30, 8g30. */
export const timeRule: Rule = {
  name: "time",
  pattern: sticky(
    `${hour}(?:h(?<minutes>${sixty})?(?:p|ph)?|g(?<minutes3>${sixty})|:(?<minutes2>${sixty})(?::(?<seconds>${sixty}))?)${edge}(?![:/]\\d)`,
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
