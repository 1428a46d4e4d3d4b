// @module-tag promise
// @module-tag slow
import { beforeAll, expect, test } from "vitest";
import { newId } from "@/lib/platform/ids";
import { makeUser } from "@/prisma/factories";
import { builtActions, callAction } from "@/testing/harness/console-walk";
import type { OwnServer } from "@/testing/harness/own-server";
import { sharedConsole } from "@/testing/harness/shared-console";

let server: OwnServer;

beforeAll(async () => {
  server = await sharedConsole();
}, 180_000);

/** All of a response that could differ: cookie values, nonces and ids are new each time. */
async function answerTo(name: string, page: string, email: string) {
  const action = builtActions().find((built) => built.name === name);
  if (!action) throw new Error(`${name} was not built`);
  const form = { name: "Minh", businessName: "Sách Nói", email, password: "con mèo trèo cây cau", next: "/console" };
  const answer = await callAction(server.url + page, action, "", form);
  const withoutIds = (text: string) =>
    text
      .replaceAll(email, "…")
      .replace(/nonce-[^']+|"nonce":"[^"]+"/g, "nonce")
      // The page's name for one of its renderings.
      .replace(/"[\w-]{21}[mv]"/g, "rendering")
      .replace(/=ey[\w.-]+/g, (value) => `=${value.length}`)
      .replace(/Expires=[^;]+/g, "Expires");
  const headers = [...answer.headers].filter(([header]) => header !== "date" && header !== "x-request-id");
  return JSON.stringify({
    status: answer.status,
    headers: headers.map(([header, value]) => [header, withoutIds(value)]),
  }).concat(withoutIds(await answer.text()));
}

test.each([
  ["signInAction", "/sign-in"],
  ["forgotAction", "/forgot"],
  ["resendAction", "/sign-up/check-mail"],
  ["signUpAction", "/sign-up"],
])("%s gets the same response for an email with and without an account, to the byte", async (name, page) => {
  const unknownEmail = () => `${newId("user")}@example.com`;
  await answerTo(name, page, unknownEmail());
  const [known, unknown] = [
    await answerTo(name, page, (await makeUser()).email),
    await answerTo(name, page, unknownEmail()),
  ];
  expect(known).toBe(unknown);
  expect(known).toMatch(/"status":(200|303)/);
});
