import { execFileSync } from "node:child_process";
import { expect, expectAccessible, test } from "./fixtures";

test("a holder of a key sees its usage without an account, and the key is stored nowhere", async ({
  page,
  context,
  member,
  factories,
}) => {
  const { createKey } = await import("@/lib/keys/service");
  const { holdCredit } = await import("@/lib/money/wallet/holds");
  const { newId } = await import("@/lib/platform/ids");
  const { db } = await import("@/lib/platform/db");
  const { businessId } = member;
  const { id: keyId, secret } = await createKey(member, factories.makeKeySettings({ name: "Khách hàng A" }));
  await db.apiKey.update({ where: { id: keyId }, data: { monthlyCapMilli: 1_000_000n } });
  await holdCredit({ businessId, keyId, trackingId: newId("tts"), amountMilli: 250_000n });
  await context.clearCookies();

  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.goto("/vi/key-usage");
  const field = page.getByLabel("Khóa API", { exact: true });
  await field.fill(secret);
  await field.press("Enter");
  const figure = (name: string) => page.locator(`[data-of=${name}]`);
  await expect(figure("spentVnd")).toHaveText("250 ₫");
  await expect(figure("leftVnd")).toHaveText("750 ₫");
  await expect(figure("name")).toHaveText(`Khách hàng A …${secret.slice(-4)}`);
  await expect(figure("balanceVnd")).toHaveText("Không hiển thị");
  await expect(field).toHaveValue("");
  await expectAccessible(page);

  const stored = await page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      history.state,
      document.documentElement.outerHTML,
      (await indexedDB.databases()).length,
      (await caches.keys()).length,
    ]),
  );
  expect(stored).not.toContain(secret);
  expect(sent.filter((one) => one.includes("/usage/me"))).toHaveLength(1);
  expect(sent.join("\n")).not.toContain(secret);
  // What the server wrote: its log, its objects and, where it is embedded, its database.
  const found = () => execFileSync("grep", ["-rlaF", secret, String(process.env.VANG_DATA)], { encoding: "utf8" });
  expect(found).toThrow();
  await page.goto("/vi/status");
  await page.goBack();
  await expect(page.getByLabel("Khóa API", { exact: true })).toHaveValue("");
});

test("a key that does not work gets the reason", async ({ page, member, factories, complaints }) => {
  const { createKey, revokeKey } = await import("@/lib/keys/service");
  const { id, secret } = await createKey(member, factories.makeKeySettings());
  await page.goto("/en/key-usage");
  const [field, problem] = [page.getByLabel("API key", { exact: true }), page.getByRole("alert")];
  const send = async (key: string) => {
    await field.fill(key);
    await page.getByRole("button", { name: "Show usage" }).click();
  };
  await send("khóa sai");
  await expect(problem).toContainText("Paste an API key.");
  await send(secret);
  await expect(page.locator("[data-of=spentVnd]")).toHaveText("0 ₫");
  await revokeKey(member, id);
  await send(secret);
  await expect(problem).toContainText("unknown, revoked or expired");
  await expect(page.locator("[data-of=spentVnd]")).toBeHidden();

  const other = await createKey(member, factories.makeKeySettings());
  await factories.suspend(member.businessId, "Chưa thanh toán");
  await send(other.secret);
  await expect(problem).toContainText(/suspended/);
  // Chromium's own lines about the rejections.
  complaints.length = 0;
});
