import { afterEach, beforeEach, expect, test } from "vitest";
import { clock, hours, minutes } from "@/lib/clock";
import { db } from "@/lib/db";
import { bankReports } from "@/testing/harness/bank-books";
import { plantBalance } from "@/testing/harness/plant-balance";

Object.assign(process.env, { SEPAY_API_KEYS: "sepay-key", CASSO_CHECKSUM_KEYS: "", PAYOS_CHECKSUM_KEYS: "" });
const { receiveNotification } = await import("./receive-notification");
const { sumBank } = await import("./sum-bank");
const { findBankAlarms } = await import("./watch-bank");

beforeEach(() => db.bankNotification.deleteMany());
afterEach(() => clock.reset());

const send = (key: string, address: string, provider: "sepay" | "casso" = "sepay") => {
  const headers = new Headers({ "content-type": "application/json", authorization: `Apikey ${key}` });
  return receiveNotification(provider, { headers, body: Buffer.from('{"id":1}'), address });
};

test("a rejected notification raises the alarm for an hour only where verified ones come from too", async () => {
  await send("wrong", "203.0.113.7");
  expect(await findBankAlarms()).toEqual([]);
  await send("sepay-key", "198.51.100.7");
  expect(await findBankAlarms()).toEqual([]);
  await send("wrong", "198.51.100.9");
  expect(await findBankAlarms()).toEqual(["rejected"]);
  clock.advance(hours(1) + 1);
  expect(await findBankAlarms()).not.toContain("rejected");
});

test("what anyone sends raises the alarm only above twenty in ten minutes, and for a provider that is set up", async () => {
  for (let count = 0; count < 21; count += 1) await send("wrong", `203.0.${count}.7`, "casso");
  for (let count = 0; count < 20; count += 1) await send("wrong", `203.0.${count}.7`);
  expect(await findBankAlarms()).toEqual([]);
  await send("wrong", "203.0.99.7");
  expect(await findBankAlarms()).toEqual(["rejected"]);
  clock.advance(minutes(10) + 1);
  expect(await findBankAlarms()).toEqual([]);
});

test("the alarm about a difference is that of the latest sum of all bank transfers", async () => {
  await bankReports();
  await sumBank();
  expect(await findBankAlarms()).not.toContain("difference");
  await plantBalance("kind = 'bank'", null, 1n);
  expect(await findBankAlarms()).not.toContain("difference");
  await sumBank();
  expect(await findBankAlarms()).toContain("difference");
  await plantBalance("kind = 'bank'", null, -1n);
  await sumBank();
  expect(await findBankAlarms()).not.toContain("difference");
});
