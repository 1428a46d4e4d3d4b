import { defaultTimeZone } from "./locale";

/** By IANA name, Vietnam's first. Some systems know that by the city's old name only. */
export const timeZones: readonly string[] = [
  ...new Set([defaultTimeZone, ...Intl.supportedValuesOf("timeZone"), "UTC"]),
].filter((name) => name !== "Asia/Saigon");

export const isTimeZone = (name: string): boolean => timeZones.includes(name);

/** Its label in a list: `Asia/Ho Chi Minh (GMT+7)`. */
export function labelTimeZone(name: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: name, timeZoneName: "shortOffset" }).formatToParts();
  return `${name.replaceAll("_", " ")} (${parts.find(({ type }) => type === "timeZoneName")?.value})`;
}
