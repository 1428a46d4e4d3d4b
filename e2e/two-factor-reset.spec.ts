import type { Page } from "@playwright/test";
import { expect, expectAccessible, readIn, test } from "./fixtures";
import { mailedLink } from "./mailed-link";
import { calmMoment, codeOf } from "./oathtool";
import { hashedPassword, typePassword } from "./people";

type Person = { userId: string; email: string; secret: string };

const person = test.extend<{ person: Person }>({
  person: async ({ factories }, use) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const app = await factories.makeConfirmedApp({ email, passwordHash: await hashedPassword() });
    await use({ ...app, email });
  },
});

/** The first step of signing in, in a browser without a session. */
async function givePassword(page: Page, person: Person) {
  await page.context().clearCookies();
  await typePassword(page, person);
}

async function ask(page: Page, person: Person) {
  await givePassword(page, person);
  await page.getByRole("link", { name: "Tôi đã mất tất cả các phương thức này" }).click();
  await page.getByRole("button", { name: "Gửi liên kết đến email của tôi" }).click();
  await expect(page.getByText("Đã gửi email.")).toBeVisible();
}

async function begin(page: Page, { email }: Person) {
  await page.goto(await mailedLink(email, "reset-factors"));
  await page.getByRole("button", { name: "Bắt đầu chờ 24 giờ" }).click();
  await expect(page.getByText("Đã ghi nhận")).toBeVisible();
}

/** Simulates that the wait began a day earlier and the second notice was sent; the server's worker does the rest. */
async function letADayPass({ userId }: Person) {
  const { db } = await import("@/lib/platform/db");
  const [yesterday, now] = [new Date(Date.now() - 86_400_000 - 1000), new Date(Date.now() - 1000)];
  const sentAt = new Date(Date.now() - 12 * 3_600_000);
  const sent = { state: "delivered", dueAt: sentAt, createdAt: sentAt, finishedAt: sentAt };
  const reminderMessage = { create: { id: `reminder_${userId}`, kind: "email", target: "reminder", ...sent } };
  await db.factorReset.update({ where: { userId }, data: { beganAt: yesterday, dueAt: now, reminderMessage } });
  // The worker runs every ten seconds.
  await expect.poll(() => db.factorReset.count({ where: { userId } }), { timeout: 25_000 }).toBe(0);
}

person(
  "a person who lost all factors requests a reset, waits, and signs in with the password alone",
  { tag: "@deep" },
  async ({ page, person }) => {
    test.slow();
    await ask(page, person);
    await expectAccessible(page);
    await page.goto(await mailedLink(person.email, "reset-factors"));
    await expect(page).toHaveURL(/\/reset-factors$/);
    await begin(page, person);
    await expectAccessible(page);

    await givePassword(page, person);
    await expect(page.getByText("sẽ bị gỡ lúc")).toBeVisible();
    await expectAccessible(page);
    await letADayPass(person);
    await givePassword(page, person);
    await page.waitForURL("**/account/security");
    await expect(page.getByText("Các phương thức xác thực thứ hai đã được gỡ")).toBeVisible();
    await expectAccessible(page);
    await readIn(page, "en");
    await expect(page.getByText("Your second factors were removed")).toBeVisible();
  },
);

person(
  "the link in the notice cancels it without a sign-in, and works once",
  { tag: "@deep" },
  async ({ page, person }) => {
    await ask(page, person);
    await begin(page, person);
    const old = await mailedLink(person.email, "reset-factors");
    await page.context().clearCookies();
    const keep = await mailedLink(person.email, "keep-factors");
    await page.goto(keep);
    await page.getByRole("button", { name: "Hủy yêu cầu" }).click();
    await expect(page.getByText("Đã hủy. Các phương thức xác thực của bạn không thay đổi.")).toBeVisible();

    await page.goto(keep);
    await page.getByRole("button", { name: "Hủy yêu cầu" }).click();
    await expect(page.getByText("Liên kết đã được sử dụng hoặc đã hết hạn")).toBeVisible();
    await page.goto(old);
    await page.getByRole("button", { name: "Bắt đầu chờ 24 giờ" }).click();
    await expect(page.getByText("Liên kết đã được sử dụng hoặc đã hết hạn")).toBeVisible();
  },
);

person("signing in with the app cancels it", { tag: "@deep" }, async ({ page, person }) => {
  await ask(page, person);
  await begin(page, person);
  await givePassword(page, person);
  await page.waitForURL("**/sign-in/two-factor");
  await calmMoment();
  await page.getByLabel("Mã xác minh").fill(codeOf(person.secret));
  await page.waitForURL(/\/console/);
  await page.goto("/account/security");
  await expect(page.getByRole("heading", { name: "Tình trạng bảo mật" })).toBeVisible();
  await expect(page.getByText("Xác thực hai lớp sắp bị gỡ")).toHaveCount(0);
});

test("a signed-in browser shows it on the security page, and cancels it", async ({ page, member }) => {
  const { db } = await import("@/lib/platform/db");
  const beganAt = new Date();
  const dueAt = new Date(Date.now() + 86_400_000);
  await db.factorReset.create({ data: { userId: member.userId, beganAt, dueAt } });

  await page.goto("/account/security");
  await expect(page.getByText("Xác thực hai lớp sắp bị gỡ")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Hủy yêu cầu" }).click();
  await expect(page.getByText("Đã hủy. Các phương thức xác thực của bạn không thay đổi.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Xác thực hai lớp sắp bị gỡ")).toHaveCount(0);
});

person.describe("without scripts", () => {
  person.use({ javaScriptEnabled: false });

  person("requesting, starting and cancelling work as plain forms", async ({ page, person }) => {
    await ask(page, person);
    await begin(page, person);
    await page.goto(await mailedLink(person.email, "keep-factors"));
    await page.getByRole("button", { name: "Hủy yêu cầu" }).click();
    await expect(page.getByText("Đã hủy. Các phương thức xác thực của bạn không thay đổi.")).toBeVisible();
  });
});
