import type { Page } from "@playwright/test";
import type { Member } from "@/lib/access/principals/member";
import { startReceiver } from "@/testing/fakes/receiver";
import { expect, type Factories, signIn, test } from "./fixtures";
import { mailedLink } from "./mailed-link";
import { calmMoment, codeOf } from "./oathtool";
import { hashedPassword, makePerson, password, typePassword } from "./people";

/** Keeps all scripts of Next from the next pages until the returned function is called. */
async function holdScripts(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await released;
    // The page that asked for it may be gone.
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** Waits until React handles the form. */
const whenAlive = (page: Page) =>
  page.waitForFunction(() => {
    const button = document.querySelector("main form [type=submit]");
    return button && Object.keys(button).some((key) => key.startsWith("__reactProps"));
  });

type Form = {
  /** Where it is; opened again for each way of sending it. */
  path: () => Promise<string> | string;
  button: string;
  /** Fills it in: so that it is accepted, or so that it is rejected with `refused`. */
  fill: (page: Page, isRight: boolean) => Promise<void>;
  refused: string | RegExp;
  /** Seen once it was accepted. */
  done: (page: Page) => Promise<void>;
};

const submit = (page: Page, { button }: Form) => page.getByRole("button", { name: button, exact: true });

/** What is in the fields that a person sees. */
const typed = (page: Page) =>
  page
    .locator("main form input:not([type=hidden]), main form textarea")
    .evaluateAll((fields) =>
      (fields as HTMLInputElement[]).map((field) => (field.type === "checkbox" ? field.checked : field.value)),
    );

/** How often this text was sent: other actions of the page, such as for passkeys, send nothing that was typed. */
function countPosts(page: Page, text: string) {
  const posts: string[] = [];
  page.on("request", (request) => {
    const isForm = request.method() === "POST" && request.postDataBuffer()?.includes(text);
    if (isForm) posts.push(request.resourceType());
  });
  return posts;
}

/** Typed before the script has arrived: it stays, and is sent by it. */
async function keepsWhatIsTyped(page: Page, form: Form) {
  const path = await form.path();
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: "commit" });
  await form.fill(page, false);
  const before = await typed(page);
  release();
  await whenAlive(page);
  expect(await typed(page)).toEqual(before);
  await submit(page, form).click();
  await expect(page.getByText(form.refused).first()).toBeVisible();
  await page.unroute("**/_next/static/**/*.js");
}

/** Sent before the script has arrived: it says so, and goes on saying it once the script is there. */
async function worksBefore(page: Page, form: Form) {
  const path = await form.path();
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: "commit" });
  await form.fill(page, false);
  await submit(page, form).click({ noWaitAfter: true });
  await expect(page.getByText(form.refused).first()).toBeVisible();
  release();
  await whenAlive(page);
  await expect(page.getByText(form.refused).first()).toBeVisible();
  await page.unroute("**/_next/static/**/*.js");
}

/** Sent while scripts arrive, `after` so many of them: once, and with its result. */
async function worksDuring(page: Page, form: Form, after: number) {
  const path = await form.path();
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: "commit" });
  await form.fill(page, true);
  const posts = countPosts(page, String((await typed(page)).find((value) => typeof value === "string" && value)));
  let arrived = 0;
  const reached = new Promise<void>((resolve) => {
    if (after === 0) resolve();
    page.on("requestfinished", (request) => {
      if (/_next\/static\/.*\.js/.test(request.url()) && ++arrived === after) resolve();
    });
  });
  release();
  await reached;
  await submit(page, form).evaluate((button: HTMLButtonElement) => button.click());
  await form.done(page);
  expect(posts).toHaveLength(1);
  await page.unroute("**/_next/static/**/*.js");
}

async function worksAtAnyTime(page: Page, form: Form, arrivals: readonly number[]) {
  await keepsWhatIsTyped(page, form);
  await worksBefore(page, form);
  for (const after of arrivals) await worksDuring(page, form, after);
}

const someArrivals = [0, 3, 8];

test("signing in works before, while and after its script arrives", { tag: "@deep" }, async ({ page, factories }) => {
  const { email } = await makePerson(factories);
  const form: Form = {
    path: async () => {
      await page.context().clearCookies();
      return "/sign-in?next=/account";
    },
    button: "Đăng nhập",
    fill: async (_, isRight) => {
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Mật khẩu", { exact: true }).fill(isRight ? password : "không phải mật khẩu");
    },
    refused: "Email hoặc mật khẩu không đúng",
    done: () => expect(page.getByRole("heading", { name: "Hồ sơ" })).toBeVisible(),
  };
  await worksAtAnyTime(page, form, someArrivals);
});

test("the second factor works before, while and after its script arrives", { tag: "@deep" }, async ({
  page,
  factories,
}) => {
  const email = `${crypto.randomUUID()}@example.com`;
  const { secret } = await factories.makeConfirmedApp({ email, passwordHash: await hashedPassword() });
  const form: Form = {
    path: async () => {
      await page.context().clearCookies();
      await typePassword(page, { email }, { next: "/account" });
      await expect(page).toHaveURL(/two-factor/);
      return "/sign-in/two-factor";
    },
    button: "Đăng nhập",
    fill: async (_, isRight) => {
      if (isRight) await calmMoment();
      // With a letter, so that the script does not send it with the last digit.
      await page.getByLabel("Mã xác minh").fill(isRight ? codeOf(secret) : "12345x");
    },
    refused: /Mã/,
    done: () => expect(page.getByRole("heading", { name: "Hồ sơ" })).toBeVisible(),
  };
  await worksAtAnyTime(page, form, [0]);
});

test("signing up works before, while and after its script arrives", { tag: "@deep" }, async ({ page }) => {
  const form: Form = {
    path: () => "/sign-up",
    button: "Tạo tài khoản",
    fill: async (_, isRight) => {
      await page.getByLabel("Họ và tên").fill("Trần Thị Hà");
      await page.getByLabel("Tên doanh nghiệp").fill("Công ty Sớm");
      await page.getByLabel("Email").fill(isRight ? `${crypto.randomUUID()}@example.com` : "ha@");
      await page.getByLabel("Mật khẩu", { exact: true }).fill(password);
    },
    refused: "Email không hợp lệ",
    done: () => expect(page).toHaveURL(/check-mail/),
  };
  await worksAtAnyTime(page, form, someArrivals);
});

test("asking for a new password, and setting it, work before, while and after their scripts arrive", {
  tag: "@deep",
}, async ({ page, factories }) => {
  const { email } = await makePerson(factories);
  const forgot: Form = {
    path: () => "/forgot",
    button: "Gửi liên kết",
    fill: (_, isRight) => page.getByLabel("Email").fill(isRight ? email : "ha@"),
    refused: "Email không hợp lệ",
    done: () => expect(page.getByText("Nếu email này có tài khoản").first()).toBeVisible(),
  };
  await worksAtAnyTime(page, forgot, [3]);
  await page.goto(await mailedLink(email, "reset"));
  const reset: Form = {
    path: () => "/reset",
    button: "Đặt mật khẩu",
    fill: (_, isRight) =>
      page.getByLabel("Mật khẩu mới", { exact: true }).fill(isRight ? "cây tre trăm đốt khắc nhập" : "matkhau123"),
    refused: "Mật khẩu này quá dễ đoán",
    done: () => expect(page.getByText("Đã đổi mật khẩu.")).toBeVisible(),
  };
  await worksAtAnyTime(page, reset, [3]);
});

const rowsOf = async ({ businessId }: Member) => {
  const { db } = await import("@/lib/platform/db");
  const where = { businessId };
  return {
    topUps: await db.topUp.count({ where }),
    endpoints: await db.webhookEndpoint.count({ where }),
    keys: await db.apiKey.count({ where }),
  };
};

test("a top-up works before, while and after its script arrives", { tag: "@deep" }, async ({ page, member }) => {
  const form: Form = {
    path: () => `/console/${member.businessSlug}/billing`,
    button: "Tạo mã QR chuyển khoản",
    fill: (_, isRight) => page.getByLabel("Số tiền (₫)", { exact: true }).fill(isRight ? "200.000" : "500"),
    refused: /10\.000/,
    done: () => expect(page.getByRole("heading", { level: 1 })).toHaveText("Nạp tiền bằng chuyển khoản"),
  };
  await worksAtAnyTime(page, form, someArrivals);
  expect((await rowsOf(member)).topUps).toBe(someArrivals.length);
});

test("a new webhook works before, while and after its script arrives", { tag: "@deep" }, async ({ page, member }) => {
  const receiver = await startReceiver();
  try {
    const form: Form = {
      path: () => `/console/${member.businessSlug}/webhooks/new`,
      button: "Tạo webhook",
      fill: async (_, isRight) => {
        await page.getByRole("textbox", { name: "URL" }).fill(isRight ? receiver.url : "chưa phải URL");
        await page.getByRole("checkbox", { name: "tts.failed" }).uncheck();
      },
      refused: /URL/,
      done: () => expect(page.getByRole("textbox", { name: "Khóa ký" })).toHaveValue(/^whsec_/),
    };
    await worksAtAnyTime(page, form, someArrivals);
    expect((await rowsOf(member)).endpoints).toBe(someArrivals.length);
  } finally {
    await receiver.close();
  }
});

async function createKey(page: Page) {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Tên", { exact: true }).fill("Máy chủ chính");
  await dialog.getByRole("button", { name: "Tạo khóa" }).click();
  await expect(dialog.getByLabel("Khóa mới của bạn")).toHaveValue(/^vang_live_/);
}

test("a press of “New key” before its script has arrived opens the dialog once, and the key is made once", {
  tag: "@deep",
}, async ({ page, member }) => {
  const release = await holdScripts(page);
  await page.goto(`/console/${member.businessSlug}/keys`, { waitUntil: "commit" });
  const button = page.getByRole("button", { name: "Khóa mới" });
  await button.click();
  await button.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  release();
  await createKey(page);
  expect((await rowsOf(member)).keys).toBe(1);
});

/** A member whose last proof of identity is an hour old. */
async function makeStale(factories: Factories, page: Page) {
  const person = await makePerson(factories);
  await factories.makeStale(person.userId);
  await signIn(page.context(), person);
  return person;
}

test("a form that was sent before its script had arrived and asks who one is, is sent again after the proof", {
  tag: "@deep",
}, async ({ page, factories }) => {
  const member = await makeStale(factories, page);
  const receiver = await startReceiver();
  try {
    const release = await holdScripts(page);
    await page.goto(`/console/${member.businessSlug}/webhooks/new`, { waitUntil: "commit" });
    await page.getByRole("textbox", { name: "URL" }).fill(receiver.url);
    await page.getByRole("button", { name: "Tạo webhook" }).click({ noWaitAfter: true });
    await page.waitForResponse((response) => response.request().method() === "POST");
    release();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Mật khẩu", { exact: true }).fill(password);
    await dialog.getByRole("button", { name: "Xác minh" }).click();
    await expect(page.getByRole("textbox", { name: "Khóa ký" })).toHaveValue(/^whsec_/);
    expect((await rowsOf(member)).endpoints).toBe(1);
  } finally {
    await receiver.close();
  }
});
