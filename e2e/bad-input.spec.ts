import type { Page } from "@playwright/test";
import { expect, readIn, signIn, test } from "./fixtures";
import { makePerson } from "./people";

const at = ({ businessSlug }: { businessSlug: string }, path = "") => `/console/${businessSlug}${path}`;
const nameField = (page: Page) => page.getByLabel("Tên doanh nghiệp", { exact: true });
const saveName = (page: Page) => page.getByRole("button", { name: "Lưu" }).first().click();

test("a name of 300 characters is rejected with the limit, and all of it stays in its field", { tag: "@deep" }, async ({
  page,
  member,
}) => {
  const long = "Nhà xuất bản Mặt Trời ".repeat(14).slice(0, 300).trim();
  await page.goto(at(member, "/settings"));
  await nameField(page).fill(long);
  await saveName(page);
  await expect(nameField(page)).toHaveAccessibleDescription(/Tối đa 80 ký tự/);
  await expect(nameField(page)).toHaveValue(long);
});

test("someone who was removed meanwhile keeps what they typed, and sees why it was not saved", {
  tag: "@deep",
}, async ({ page, member, complaints }) => {
  const { db } = await import("@/lib/platform/db");
  await page.goto(at(member, "/settings"));
  await nameField(page).fill("Nhà xuất bản Mặt Trời");
  await db.membership.deleteMany({ where: { userId: member.userId } });
  await saveName(page);
  await expect(page.getByText("Bạn không còn thuộc doanh nghiệp này")).toBeVisible();
  await expect(nameField(page)).toHaveValue("Nhà xuất bản Mặt Trời");
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("navigation").getByRole("link", { name: "Lịch sử" }).first().click();
  await expect(page.getByRole("heading", { name: "Không tìm thấy trang" })).toBeVisible();
  // The browser logs that the page was not found.
  complaints.length = 0;
});

test("a form sent after the session ended in another window keeps what was typed, and is accepted after signing in", {
  tag: "@deep",
}, async ({ page, context, baseURL, factories }) => {
  const { db } = await import("@/lib/platform/db");
  const person = await makePerson(factories);
  await signIn(context, person, baseURL);
  await page.goto(at(person, "/settings"));
  await nameField(page).fill("Nhà xuất bản Mặt Trời");
  await db.session.deleteMany({ where: { id: person.sessionId } });
  await saveName(page);
  await expect(page.getByText("phiên đăng nhập đã hết hạn")).toBeVisible();
  await expect(nameField(page)).toHaveValue("Nhà xuất bản Mặt Trời");
  await signIn(context, { userId: person.userId, sessionId: (await factories.makeSession(person.userId)).id }, baseURL);
  await saveName(page);
  await expect(page.getByText("Đã lưu.").first()).toBeVisible();
});

test("changing the language in a half-filled form loses nothing", { tag: "@deep" }, async ({ page, member }) => {
  await page.goto(at(member, "/settings"));
  await nameField(page).fill("Nhà xuất bản Mặt Trời");
  await page.getByRole("button", { name: "Tài khoản" }).filter({ visible: true }).click();
  await page.getByRole("button", { name: "English" }).filter({ visible: true }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByLabel("Business name", { exact: true })).toHaveValue("Nhà xuất bản Mặt Trời");
});

test("two tabs on two businesses each act on their own", { tag: "@deep" }, async ({
  page,
  context,
  member,
  factories,
}) => {
  const { db } = await import("@/lib/platform/db");
  const second = await factories.makeMember({ userId: member.userId, name: "Đài Tiếng nói" });
  const other = await context.newPage();
  await page.goto(at(member, "/keys"));
  await other.goto(at(second, "/keys"));
  for (const [tab, name] of [
    [page, "Của doanh nghiệp đầu"],
    [other, "Của doanh nghiệp sau"],
  ] as const) {
    await expect(async () => {
      await tab.getByRole("button", { name: "Khóa mới" }).click();
      await expect(tab.getByRole("dialog")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await tab.getByRole("dialog").getByLabel("Tên", { exact: true }).fill(name);
  }
  for (const tab of [other, page]) {
    await tab.getByRole("dialog").getByRole("button", { name: "Tạo khóa" }).click();
    await expect(tab.getByLabel("Khóa mới của bạn")).toBeVisible();
  }
  const keysOf = async ({ businessId }: { businessId: string }) =>
    (await db.apiKey.findMany({ where: { businessId } })).map(({ name }) => name);
  expect(await keysOf(member)).toEqual(["Của doanh nghiệp đầu"]);
  expect(await keysOf(second)).toEqual(["Của doanh nghiệp sau"]);
});

test("of 50 businesses each is reached from the switcher and by its name", { tag: "@deep" }, async ({
  page,
  member,
  factories,
}) => {
  for (let number = 2; number <= 50; number++)
    await factories.makeMember({ userId: member.userId, name: `Chi nhánh số ${String(number).padStart(2, "0")}` });
  await page.goto(at(member));
  const switcher = page.getByRole("button", { name: "Đổi doanh nghiệp" }).filter({ visible: true });
  await expect(async () => {
    await switcher.click();
    await expect(page.locator("[popover=auto]:popover-open").getByRole("link")).toHaveCount(52, { timeout: 1000 });
  }).toPass();
  await expect(page.locator("[popover=auto]:popover-open")).toBeInViewport({ ratio: 1 });
  await page.getByRole("link", { name: "Chi nhánh số 50" }).click();
  await expect(page.getByRole("button", { name: "Chi nhánh số 50" }).first()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("chi nhanh so 07", { timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Chi nhánh số 07" }).first()).toBeVisible();
});

test("right-to-left text is a name like any other, and the page keeps its layout", { tag: "@deep" }, async ({
  page,
  member,
  factories,
}) => {
  const { createKey } = await import("@/lib/keys/service");
  const name = "שרת הפקה (مكتب هانوي) 2026";
  await createKey(member, factories.makeKeySettings({ name }));
  await page.goto(at(member, "/keys"));
  await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
  await page.getByRole("button", { name: `Thao tác với khóa “${name}”` }).click();
  await page.getByRole("button", { name: "Thu hồi" }).click();
  await expect(page.getByRole("dialog")).toContainText(name);
  await page.keyboard.press("Escape");
  await page.goto(at(member, "/playground"));
  const text = page.getByRole("textbox", { name: "Văn bản" });
  await expect(page.getByText(/ký tự, giá/)).toBeAttached();
  await text.fill(`${name}!`);
  expect(await text.evaluate((field) => getComputedStyle(field).direction)).toBe("rtl");
  const beyond = await page.locator("html").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(beyond).toBeLessThanOrEqual(0);
  await readIn(page, "en");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(`${name}!`);
});

test("an upload whose network is cut keeps the file, and is sent whole at the next press", { tag: "@deep" }, async ({
  page,
  context,
  member,
  factories,
  speak,
}) => {
  const spoken = await speak(await factories.makeKey(member), { text: "Xin chào Việt Nam", voiceId: "north-linh" });
  const sound = await (await page.request.get((await spoken.json()).audioUrl)).body();
  await page.goto(at(member, "/playground/transcribe"));
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  const set = (offline: boolean, uploadThroughput: number) =>
    network.send("Network.emulateNetworkConditions", {
      ...{ offline, uploadThroughput },
      ...{ latency: 0, downloadThroughput: -1 },
    });
  await page.locator("input[type=file]").setInputFiles({ name: "câu.mp3", mimeType: "audio/mpeg", buffer: sound });
  const run = page.getByRole("main").getByRole("button", { name: "Chép lời", exact: true });
  await expect(run).toBeEnabled();
  await set(false, 1000);
  await run.click();
  await expect(page.getByText(/Đang tải lên, \d+%/)).toBeVisible();
  await set(true, 0);
  await expect(page.getByText("Không kết nối được với máy chủ")).toBeVisible();
  await expect(page.getByText("Tệp của bạn vẫn được giữ.")).toBeVisible();
  await expect(page.getByText("câu.mp3", { exact: true })).toBeVisible();
  await set(false, -1);
  await run.click();
  await expect(page.getByRole("region", { name: "Bản chép lời" }).locator("p[lang=vi]")).toContainText("việt nam");
});

test.describe("a microphone", () => {
  test("that is not allowed is explained, and a file can still be chosen", { tag: "@deep" }, async ({
    page,
    member,
  }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
    });
    await page.goto(at(member, "/playground/transcribe"));
    await expect(async () => {
      await page.getByRole("button", { name: "Ghi âm" }).click();
      await expect(page.getByText("Trình duyệt đang chặn micrô.")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(page.getByText("Thả tệp vào đây")).toBeVisible();
  });

  test("that is unplugged leaves what was recorded until then", { tag: "@deep" }, async ({ page, member }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        const context = new AudioContext();
        const tone = context.createOscillator();
        const microphone = context.createMediaStreamDestination();
        tone.connect(microphone);
        tone.start();
        Object.assign(window, { unplug: () => microphone.stream.getTracks().map((track) => track.stop()) });
        return microphone.stream;
      };
    });
    await page.goto(at(member, "/playground/transcribe"));
    const stop = page.getByRole("button", { name: "Dừng ghi" });
    await expect(async () => {
      if (!(await stop.isVisible())) await page.getByRole("button", { name: "Ghi âm" }).click({ timeout: 1000 });
      await expect(stop).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(page.getByText("0:02")).toBeVisible();
    await page.evaluate(() => (window as unknown as { unplug: () => void }).unplug());
    await expect(page.getByText(/^ghi-am\.webm$/)).toBeVisible();
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("every page of the console shows its content, and the playground says what it needs", { tag: "@deep" }, async ({
    page,
    member,
    factories,
  }) => {
    await factories.makeKey(member);
    const paths = ["", "/history", "/keys", "/usage", "/webhooks", "/billing", "/members", "/audit", "/settings"];
    for (const path of paths) {
      await page.goto(at(member, path));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("main")).not.toContainText("Đang tải");
    }
    for (const path of ["/playground", "/playground/transcribe"]) {
      await page.goto(at(member, path));
      // Playwright's Chromium parses `noscript` as if there were scripts, and so does not show what is in it.
      const html = await (await page.request.get(at(member, path))).text();
      expect(html).toMatch(/<noscript>.*Trang này cần JavaScript\..*href="\/docs".*<\/noscript>/s);
    }
  });
});
