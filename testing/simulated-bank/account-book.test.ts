import { expect, test } from "vitest";
import { newDataDirectory } from "@/testing/harness/own-server";
import { openAccountBook } from "./account-book";

test("of transfers that forty commands add at once none is lost, and each has its own id", async () => {
  const file = `${newDataDirectory()}/bank.json`;
  const transfer = { accountNumber: "19001234567890", amountVnd: 50_000, memo: "chuyen tien" };
  await Promise.all(Array.from({ length: 40 }, () => openAccountBook(file).add([transfer])));
  const all = openAccountBook(file).list();
  expect(new Set(all.map(({ id }) => id)).size).toBe(40);
  expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(40);
});
