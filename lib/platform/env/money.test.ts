import { expect, test } from "vitest";
import { moneySettings } from "./money";

const read = (text: string) => moneySettings.BANK_VIRTUAL_ACCOUNTS.parse(text);

test("pairs of an account and its virtual accounts are read, and a list that says something else is rejected", () => {
  expect(read("")).toEqual([]);
  expect(read(" 0123=VQ1 ,0123=VQ2,")).toEqual([
    { main: "0123", virtual: "VQ1" },
    { main: "0123", virtual: "VQ2" },
  ]);
  for (const wrong of [
    "0123",
    "0123=",
    "=VQ1",
    "0123=VQ 1",
    "1=2=3",
    "1=1",
    "1=3,2=3",
    "1=3,1=3",
    "1=2,2=3",
    "2=3,1=2",
  ])
    expect(() => read(wrong), wrong).toThrow();
});
