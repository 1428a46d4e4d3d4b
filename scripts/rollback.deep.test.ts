// @module-tag promise
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { cloneCheckout, makeKeyIn, npmStart } from "@/testing/harness/clone";
import { newDataDirectory } from "@/testing/harness/own-server";

/** The release before the two database roles. */
const previous = "a4290ac";

const directory = newDataDirectory();
const data = join(directory, "data");
const bin = dirname(process.execPath);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function speak(url: string, key: string): Promise<number> {
  const body = JSON.stringify({ text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak" });
  const headers = { "x-api-key": key, "content-type": "application/json" };
  return (await fetch(`${url}/tts`, { method: "POST", headers, body })).status;
}

const health = async (url: string) => (await fetch(`${url}/health`)).json();

test("the previous release starts and serves on an installation that this one has converted", async () => {
  const [older, newer] = [join(directory, "older"), join(directory, "newer")];
  cloneCheckout(older, previous);
  cloneCheckout(newer);

  const before = await npmStart({ clone: older, data, bin });
  expect(await health(before.url)).toMatchObject({ status: "ok" });
  await before.stop();

  const converted = await npmStart({ clone: newer, data, bin });
  expect(await health(converted.url)).toMatchObject({ status: "ok", ledger: "protected" });
  const key = await makeKeyIn(data);
  expect(await speak(converted.url, key)).toBe(200);
  await converted.stop();

  const back = await npmStart({ clone: older, data, bin });
  expect(await speak(back.url, key)).toBe(200);
  await back.stop();

  const again = await npmStart({ clone: newer, data, bin });
  expect(await speak(again.url, key)).toBe(200);
  expect(await health(again.url)).toMatchObject({ status: "ok", ledger: "protected" });
  await again.stop();
});
