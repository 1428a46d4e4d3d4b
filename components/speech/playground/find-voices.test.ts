import { expect, test } from "vitest";
import { listVoices } from "@/lib/engines/catalogue";
import { anyVoice, findVoices } from "./voice-picker";

const namesOf = (filter: Partial<typeof anyVoice>) =>
  findVoices(listVoices(), { ...anyVoice, ...filter }).map(({ name }) => name);

test.each([
  ["truc", "Trúc"],
  ["DIEU", "Diệu"],
  ["đức", "Đức"],
  ["duc", "Đức"],
  [" Ngọc".normalize("NFD"), "Ngọc"],
])("%j finds %s, with or without diacritics", (query, name) => {
  expect(namesOf({ query })).toEqual([name]);
});

test("region and gender filter together", () => {
  const found = findVoices(listVoices(), { ...anyVoice, region: "south", gender: "male" });
  expect(found.length).toBeGreaterThan(0);
  for (const voice of found) expect(voice).toMatchObject({ region: "south", gender: "male" });
});

test("an empty search shows every voice", () => {
  expect(namesOf({})).toEqual(listVoices().map(({ name }) => name));
});
