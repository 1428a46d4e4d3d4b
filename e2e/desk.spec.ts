import { expect, type Locator, type Page, test } from "@playwright/test";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { notify } from "./bank";
import {
  addAccount,
  beginAct,
  claimTransfer,
  emailOf,
  type Installation,
  openBrowser,
  openInstallation,
  openMailServer,
  openModelServer,
  type Person,
  people,
  requestRefund,
} from "./desk";
import { record } from "./record";
import { wordsOf } from "./words";

const t = wordsOf("vi");
const widths = [1440, 390] as const;
const [account, secret] = ["0071000123456", "a-secret-that-only-the-bank-has-too"];

test.describe.configure({ mode: "serial", timeout: 900_000 });

let at: Installation;
let mail: Awaited<ReturnType<typeof openMailServer>>;
let models: Awaited<ReturnType<typeof openModelServer>>;
const desks = {} as Record<Person, Page>;
let partner: Page;
let slug: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  [at, mail, models] = await Promise.all([openInstallation(), openMailServer(), openModelServer()]);
});
test.afterAll(() => Promise.all([at?.stop(), mail?.close(), models?.close()]));

async function shoot(page: Page, name: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await record(page, `desk-${name}-${width}`);
  }
}

/** What the browser does when a text is pasted into an empty field. */
const paste = (field: Locator, text: string) =>
  field.evaluate((input, pasted) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    set?.call(input, pasted);
    input.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste", bubbles: true }));
  }, text);

const pressed = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a fresh installation's set-up page is worked off", { tag: "@deep" }, async ({ browser }) => {
  await addAccount(at, "admin");
  await at.run("staff", "grant", emailOf("admin"), "--role", "admin");
  desks.admin = await openBrowser(browser, at, "admin");
  const setUp = () => desks.admin.goto("/operator/setup");
  await setUp();
  await expect(desks.admin.getByText(t("operator.setup.states.missing"), { exact: true })).toHaveCount(5);
  await shoot(desks.admin, "1-lacking");

  await desks.admin.goto("/operator/staff");
  for (const person of ["finance", "approver", "engineer"] as const) {
    await addAccount(at, person);
    await pressed(desks.admin, t("operator.staff.grant")).first().click();
    const dialog = desks.admin.getByRole("dialog");
    await dialog.getByLabel(t("operator.staff.email")).fill(emailOf(person));
    await dialog.getByLabel(t("operator.staff.role")).selectOption(person === "engineer" ? "engineer" : "finance");
    await dialog.getByLabel(t("operator.reason")).fill("Vào làm");
    await pressed(dialog.page(), t("operator.staff.grant")).last().click();
    await expect(desks.admin.getByRole("row", { name: people[person] })).toBeVisible();
    desks[person] = await openBrowser(browser, at, person);
  }
  // As if they had been added last week: two whom one admin added just now do not count as two people.
  await at.sql("UPDATE staff_members SET granted_at = now() - interval '8 days'");
  await at.set({
    SELLER_NAME: "Công ty TNHH Vang Việt Nam",
    SELLER_TAX_CODE: "0314409058",
    SELLER_ADDRESS: "12 Nguyễn Huệ, Thành phố Hồ Chí Minh",
    BANK_ACCOUNTS: `970436:${account}:CONG TY VANG VIET NAM`,
    SEPAY_WEBHOOK_SECRETS: secret,
    SMTP_URL: mail.url,
    SUPPORT_EMAIL: "hotro@vang.example",
    ...models.settings,
  });
  await setUp();
  await pressed(desks.admin, t("operator.setup.testMail")).click();
  await expect.poll(() => mail.mails.map(({ to }) => to)).toContain(emailOf("admin"));
  await pressed(desks.admin, t("operator.setup.testNotification")).click();
  await expect(desks.admin.getByText(t("operator.setup.testOk"))).toHaveCount(2);
  await expect(desks.admin.getByText(t("operator.setup.complete"))).toBeVisible();
  await shoot(desks.admin, "2-complete");
  await installVoice(desks.admin);

  partner = await browser.newPage({ locale: "vi-VN", timezoneId: "Asia/Ho_Chi_Minh", baseURL: at.url });
  await partner.goto("/sign-in");
  await partner.getByLabel("Email").fill("demo@vang.local");
  await partner.getByLabel("Mật khẩu", { exact: true }).fill(at.demoPassword);
  await pressed(partner, "Đăng nhập").click();
  await partner.waitForURL(/\/console\//);
  [{ slug }] = (await at.sql("SELECT slug FROM businesses")) as [{ slug: string }];
});

/** From the set-up page: what it is, a download that is stopped and continued, and the voice speaks at the first press. */
async function installVoice(page: Page) {
  const word = (id: string, values?: Record<string, string>) => t(`naturalVoices.${id}`, values);
  await pressed(page, word("title")).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("CC-BY-4.0")).toBeVisible();
  await expect(dialog.getByText(word("consents.corpus"))).toBeVisible();
  await shoot(page, "3-voice-offered");
  models.stall();
  await dialog.getByRole("button", { name: /^Tải và cài/ }).click();
  await expect(dialog.getByText(word("phases.fetching"))).toBeVisible();
  await shoot(page, "3-voice-downloading");
  await pressed(page, word("cancel")).click();
  await expect(dialog.getByText(/^Đã dừng ở/)).toBeVisible();
  await shoot(page, "3-voice-stopped");
  await pressed(page, word("goOn")).click();
  await expect(dialog.getByText(word("ready"))).toBeVisible();
  const audio = page.waitForResponse((response) => response.url().includes("voiceId=tiny") && response.ok());
  await pressed(page, word("listen", { name: "Tí" })).click();
  await audio;
  await shoot(page, "3-voice-ready");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listitem").filter({ hasText: t("operator.setup.parts.voice.title") })).toContainText(
    t("operator.setup.states.ready"),
  );
}

const begin = (by: Person, name: string, width: number) => beginAct(desks[by], at, { name, width });
const kind = (name: string) => t(`operator.today.kinds.${name}`, { count: 1 });
const availableMilli = async () =>
  BigInt((await at.sql("SELECT balance_milli FROM wallet_accounts WHERE kind = 'available'"))[0]?.balance_milli);

for (const [index, width] of widths.entries())
  test(`a day's work is done in at most four clicks each from Today (${width} px)`, { tag: "@deep" }, async () => {
    const amounts = { transfer: 1_234_000 + index, claim: 777_000 + index, contract: 25_000_000 + index };
    const pay = (amount: number, memo: string, more = {}) =>
      notify(partner, { account, amount, memo, secret, url: at.url, ...more });
    const start = await availableMilli();
    // As if the alarm of the other width had been over meanwhile.
    await at.sql("DELETE FROM alarm_closings");

    // A transfer whose memo lost a symbol of the code.
    await partner.goto(`/console/${slug}/billing`);
    await partner.getByLabel("Số tiền (₫)", { exact: true }).fill(String(amounts.transfer));
    await partner.getByRole("button", { name: "Tạo mã QR chuyển khoản" }).click();
    const memo = await partner.getByText(/^LN\w{8}$/).innerText();
    await pay(amounts.transfer, memo.slice(0, -1));
    const mangled = await begin("finance", "transfer", width);
    await mangled.open(kind("transferIn"));
    await mangled.press(mangled.main.getByRole("button", { name: t("operator.transfers.acts.assign") }));
    await mangled.finish(t("operator.transfers.acts.assign"), "Nội dung thiếu một ký tự");

    // A claim, and the transfer that it is about.
    await pay(amounts.claim, "CHUYEN TIEN");
    await partner.goto(`/console/${slug}/billing`);
    await claimTransfer(partner, amounts.claim);
    const claim = await begin("finance", "claim", width);
    await claim.open(kind("claim"));
    await claim.press(claim.main.getByRole("button", { name: t("operator.claims.approve") }));
    await claim.finish(t("operator.claims.approve"), "Khớp với sao kê");
    expect((await availableMilli()) - start).toBe(BigInt(amounts.transfer + amounts.claim) * 1000n);

    // A refund: approved, then closed by the bank's outgoing transfer.
    await at.sql("UPDATE sessions SET fresh_at = now()");
    await partner.goto(`/console/${slug}/billing/refunds`);
    await requestRefund(partner);
    const refund = await begin("finance", "refund", width);
    await refund.open(kind("refund"));
    await refund.press(refund.main.getByRole("button", { name: t("operator.refunds.approve"), exact: true }));
    await refund.finish(t("operator.refunds.approve"), "Đúng chủ tài khoản");
    const [{ id, milli }] = (await at.sql(
      "SELECT id, amount_milli AS milli FROM refund_requests WHERE status = 'open'",
    )) as [{ id: string; milli: string }];
    await pay(Number(milli) / 1000, `HOANTIEN ${id.slice(-10).toUpperCase()}`, { direction: "out" });
    await expect(async () => {
      await refund.page.reload();
      await expect(refund.main.getByText(t("operator.refunds.states.paid"), { exact: true })).toBeVisible({
        timeout: 1000,
      });
    }).toPass({ timeout: 60_000 });

    // Credit above the limit: its author cannot approve it, and someone else can.
    const request = await begin("finance", "adjustment", width);
    await request.press(request.main.getByRole("link", { name: t("operator.nav.adjustments") }));
    await request.press(request.main.getByRole("button", { name: t("operator.adjustments.new") }));
    // Its name without accents; Enter chooses the first that matches, and the form stays.
    const named = request.dialog.getByRole("combobox", { name: t("operator.adjustments.business") });
    await named.fill("sach noi");
    await expect(request.dialog.getByRole("listbox").getByRole("option")).toHaveCount(1);
    await named.press("Enter");
    await expect(named).toHaveValue(/Sách Nói/i);
    const amount = request.dialog.getByLabel(t("operator.adjustments.amountVnd"));
    await paste(amount, `${new Intl.NumberFormat("en").format(amounts.contract)} đ`);
    await expect(amount).toHaveValue(new Intl.NumberFormat("vi").format(amounts.contract));
    await request.dialog.getByLabel(t("operator.adjustments.reference")).fill(`HĐ ${width}/2026`);
    const before = await availableMilli();
    await request.finish(t("operator.adjustments.submit"), "Thanh toán theo hợp đồng");
    const own = await begin("finance", "adjustment-own", width);
    await own.open(kind("adjustment"));
    await expect(pressed(own.page, t("operator.adjustments.reject"))).toBeVisible();
    await expect(pressed(own.page, t("operator.adjustments.approve"))).toHaveCount(0);
    expect(await availableMilli()).toBe(before);
    const approval = await begin("approver", "approval", width);
    await approval.open(kind("adjustment"));
    await approval.press(approval.main.getByRole("button", { name: t("operator.adjustments.approve"), exact: true }));
    await approval.finish(t("operator.adjustments.approve"), "Đã xem hợp đồng");
    expect((await availableMilli()) - before).toBe(BigInt(amounts.contract) * 1000n);

    // A business is suspended, and resumed.
    for (const name of ["suspend", "resume"] as const) {
      const act = t(`operator.businesses.${name}`);
      const business = await begin("finance", name, width);
      await business.main.getByLabel(t("operator.today.findBusiness")).fill("Sách Nói");
      await business.press(business.main.getByRole("button", { name: t("operator.today.find"), exact: true }));
      await business.press(business.main.getByRole("table").getByRole("link"));
      const back = business.main.getByRole("link", { name: t("operator.nav.businesses"), exact: true });
      await expect(back).toHaveAttribute("href", /\/operator\/businesses\?q=/);
      await business.press(business.main.getByRole("button", { name: act, exact: true }));
      await business.finish(act, name === "suspend" ? "Nghi lộ khóa" : "Đã đổi khóa");
      const [{ at: since }] = (await at.sql("SELECT suspended_at AS at FROM businesses")) as [{ at: Date | null }];
      expect(since === null).toBe(name === "resume");
    }

    // A finished job that the database rejected five times.
    await at.sql(`CREATE FUNCTION reject_job() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no space left on device'; END $$`);
    await at.sql("CREATE TRIGGER reject_job BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION reject_job()");
    await partner.goto(`/console/${slug}/playground`);
    await partner.getByRole("textbox", { name: "Văn bản" }).fill(`Xin chào ${width}`);
    await pressed(partner, "Đọc").click();
    const trackingId = await partner.getByText(/^tts_\w+$/).innerText();
    await expect(async () => {
      await at.sql("UPDATE stream_messages SET available_at = now() WHERE last_error IS NOT NULL");
      expect(await at.sql("SELECT FROM stream_messages WHERE failed_at IS NOT NULL")).toHaveLength(1);
    }).toPass({ timeout: 60_000 });
    await at.sql("DROP FUNCTION reject_job CASCADE");
    const letter = await begin("engineer", "dead-letter", width);
    await letter.open(kind("deadLetters"));
    await letter.press(letter.main.getByRole("button", { name: `${t("operator.work.replay")}: ${trackingId}` }));
    await letter.finish(t("operator.work.replay"), "Đĩa đã có chỗ");
    await expect.poll(() => at.sql("SELECT FROM jobs WHERE tracking_id = $1", [trackingId])).toHaveLength(1);

    // A price of this business alone.
    const price = await begin("finance", "price", width);
    await price.press(price.main.getByRole("link", { name: t("operator.prices.new") }));
    await price.main.getByLabel(t("operator.prices.model")).selectOption("vang-espeak");
    await price.main.getByLabel(t("operator.prices.business")).fill(slug);
    await price.main.getByLabel(t("operator.prices.vnd")).fill("270");
    const from = vietnamTime(new Date(Date.now() + (index + 1) * 86_400_000)).slice(0, 16);
    await price.main.getByLabel(t("operator.prices.from")).fill(from.replace(" ", "T"));
    await price.press(pressed(price.page, t("operator.prices.showPreview")));
    await expect(price.main.getByRole("heading", { name: t("operator.prices.preview") })).toBeVisible();
    await price.finish(t("operator.prices.add"), "Theo hợp đồng", price.main);

    // An alarm that is over as far as the company is concerned.
    await pay(1000, "GIA MAO", { secret: "another", status: 401 });
    const alarm = await begin("finance", "alarm", width);
    await expect(alarm.main.getByRole("heading", { name: t("operator.alarms.title"), exact: true })).toBeVisible();
    await alarm.press(alarm.main.getByRole("button", { name: new RegExp(`^${t("operator.alarms.close")}:`) }));
    await alarm.finish(t("operator.alarms.close"), "Khóa cũ của SePay");
    await expect(alarm.main.getByText("Khóa cũ của SePay")).toBeVisible();
  });

test("the audit log says who did what, and the books have no difference", { tag: "@deep" }, async () => {
  const page = desks.admin;
  await page.goto("/operator/audit");
  const acts: [Person, string][] = [
    ["admin", "staff.granted"],
    ["admin", "setup.tested"],
    ["finance", "transfer.assigned"],
    ["finance", "claim.approved"],
    ["finance", "refund.approved"],
    ["finance", "credit.requested"],
    ["approver", "credit.approved"],
    ["finance", "business.suspended"],
    ["finance", "business.resumed"],
    ["engineer", "results.replayed"],
    ["finance", "price.added"],
    ["finance", "alarm.closed"],
  ];
  for (const [person, action] of acts)
    await expect(
      page
        .getByRole("row")
        .filter({ hasText: people[person] })
        .filter({ hasText: t(`audit.actions.${action}`) }),
      `${person} ${action}`,
    ).not.toHaveCount(0);
  await shoot(page, "9-audit");
  expect(await at.run("books", "check", "--full")).toContain("balanced");
  expect(await at.run("books", "check", "--jobs")).toContain(" 0 differences");
  expect(await at.run("audit")).toContain("all whole");
});
