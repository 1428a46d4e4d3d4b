// @module-tag promise
// @module-tag slow
import { expect, test } from "vitest";
import { startOwnServer } from "@/testing/harness/own-server";

test("SIGTERM to the npm start process ends the server too", async () => {
  const server = await startOwnServer({ VANG_ROLE: "api" }, ["npm", "start"]);
  const answers = () =>
    fetch(`${server.url}/health`).then(
      () => true,
      () => false,
    );
  expect(await answers()).toBe(true);
  server.process.kill("SIGTERM");
  await expect.poll(answers, { timeout: 15_000 }).toBe(false);
});
