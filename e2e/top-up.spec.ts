import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import type { Member } from "@/lib/access/principals/member";
import { parseVietQr } from "@/lib/money/top-ups/vietqr";
import { hasZbar, readQr } from "@/testing/harness/read-qr";
import { notify } from "./bank";
import { expect, expectAccessible, openPlayground, readIn, test } from "./fixtures";

const billingOf = ({ businessSlug }: Member) => `/console/${businessSlug}/billing`;

/** Creates a top-up on the page, and opens its transfer page. */
async function create(page: Page, member: Member, amount: string) {
  await page.goto(billingOf(member));
  await page.getByLabel("Số tiền (₫)", { exact: true }).fill(amount);
  await page.getByRole("button", { name: "Tạo mã QR chuyển khoản" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nạp tiền bằng chuyển khoản");
}

test.describe("without credit", () => {
  test.use({ creditMilli: 0n });

  test("a partner pays the QR code on the screen, sees the credit without a reload, and spends it in the playground", async ({
    page,
    member,
  }) => {
    test.skip(!hasZbar, "zbarimg is missing: install zbar-tools");
    await create(page, member, "200.000");
    await expect(page.getByText("Chờ chuyển khoản")).toBeVisible();
    const picture = await page.getByRole("img", { name: "Mã VietQR của lần nạp tiền này" }).screenshot();
    const { initiation, account, amountVnd, memo = "" } = parseVietQr(readQr(picture));
    expect([initiation, amountVnd]).toEqual(["12", 200_000n]);
    await expect(page.getByText(memo, { exact: true })).toBeVisible();

    await notify(page, { account, amount: Number(amountVnd), memo });
    await expect(page.getByText("Đã cộng vào số dư", { exact: true })).toBeVisible();
    await expect(page.getByRole("row", { name: "200.000 ₫" })).toBeVisible();
    await expect(page.getByText("Số dư 200.000 ₫").filter({ visible: true })).toBeVisible();

    await openPlayground(page, member);
    await page.getByRole("textbox", { name: "Văn bản" }).fill("Xin chào");
    await page.getByRole("button", { name: "Đọc", exact: true }).click();
    await expect(page.getByText(/^tts_\w+$/)).toBeVisible();
  });
});

test("an amount that is chosen with a button is in the QR code that the next click creates at once", async ({
  page,
  member,
}) => {
  await page.goto(billingOf(member));
  await page.getByRole("link", { name: "500.000", exact: true }).click();
  await page.getByRole("button", { name: "Tạo mã QR chuyển khoản" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nạp tiền bằng chuyển khoản");
  await expect(page.getByText("500.000 ₫").first()).toBeVisible();
});

test("the saved image and the copied memo are those on the screen", async ({ page, member, context }) => {
  test.skip(!hasZbar, "zbarimg is missing: install zbar-tools");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await create(page, member, "50000");
  await page.getByRole("button", { name: "Sao chép Nội dung chuyển khoản" }).click();
  const memo = await page.evaluate(() => navigator.clipboard.readText());
  const file = await page.getByRole("link", { name: "Lưu ảnh PNG" }).getAttribute("href");
  const answer = await page.request.get(file ?? "");
  expect(parseVietQr(readQr(await answer.body()))).toMatchObject({ memo, amountVnd: 50_000n });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a top-up is created and its page shows the transfer, from 100 million once its amount is confirmed in words", async ({
    page,
    member,
  }) => {
    await page.goto(billingOf(member));
    await page.getByRole("link", { name: "500.000" }).click();
    await page.getByRole("button", { name: "Tạo mã QR chuyển khoản" }).click();
    await expect(page.getByText(/^LN\w{8}$/)).toBeVisible();
    await expect(page.getByText("500.000 ₫", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Kiểm tra lại" })).toBeVisible();

    await create(page, member, "150.000.000");
    const code = page.getByRole("img", { name: "Mã VietQR của lần nạp tiền này" });
    const memo = page.getByText(/^LN\w{8}$/);
    await expect(page.getByText("một trăm năm mươi triệu đồng")).toBeVisible();
    await expect(code.or(memo)).toHaveCount(0);
    await page.getByRole("link", { name: "Đúng, hiện mã QR" }).click();
    await expect(code).toBeVisible();
    await expect(memo).toBeVisible();
  });
});

/** Sends a claim on the billing page. */
async function claim(page: Page, member: Member, amount: string) {
  await page.goto(billingOf(member));
  await page.getByText("Gửi yêu cầu tra soát", { exact: true }).click();
  await page.getByLabel("Số tiền đã chuyển (₫)").fill(amount);
  await page.getByLabel("Thời gian chuyển").fill(new Date(Date.now() - 3_600_000).toISOString().slice(0, 16));
  await page.getByRole("button", { name: "Gửi yêu cầu", exact: true }).click();
  await expect(page.getByText("Đang tra soát")).toBeVisible();
}

/** `npm run operator` on the tests' server. Returns what it prints. */
async function operate(...args: string[]): Promise<string> {
  const script = fileURLToPath(new URL("../scripts/operator.mjs", import.meta.url));
  const env = { ...process.env, NODE_OPTIONS: "" };
  return (await promisify(execFile)(process.execPath, [script, ...args], { env })).stdout;
}

/** Someone with the finance role, in the terminal: acts on the desk's pages have tests in `desk.spec.ts`. */
const makeOperator = async () => (await import("@/prisma/staff-factories")).makeTerminalOperator();

const because = (reason: string) => ["--as", "ops@vang.example", "--reason", reason];

test.describe("decided by an operator", () => {
  // One after the other, since the command is built each time.
  test.describe.configure({ mode: "serial", timeout: 90_000 });

  test("a claim that an operator approves is shown with the reason, and its payment among the top-ups", {
    tag: "@deep",
  }, async ({ page, member }) => {
    await claim(page, member, "351.234");
    await notify(page, { account: "0011001932418", amount: 351_234, memo: "CHUYEN TIEN" });
    const { db } = await import("@/lib/platform/db");
    const find = async () => {
      const [{ id }, transfer] = await Promise.all([
        db.bankClaim.findFirstOrThrow({ where: { businessId: member.businessId, status: "open" } }),
        db.bankTransfer.findFirst({ where: { amountVnd: 351_234n, status: "unmatched" } }),
      ]);
      return { id, transferId: transfer?.id ?? "" };
    };
    await expect.poll(async () => (await find()).transferId, { timeout: 20_000 }).not.toBe("");
    const { id, transferId } = await find();
    const { approveClaim } = await import("@/lib/money/claims/decide");
    await approveClaim(await makeOperator(), id, transferId, "Khớp với sao kê");

    await page.reload();
    await expect(page.getByText("Đã tìm thấy và cộng tiền")).toBeVisible();
    await expect(page.getByText("Kết luận: Khớp với sao kê")).toBeVisible();
    await page.getByRole("link", { name: "Đơn vị vận hành đối chiếu" }).click();
    await expect(page.getByText("Đã nhận 351.234 ₫ và cộng vào số dư.")).toBeVisible();
  });

  test("an owner asks for a part back, sees what it is taken from, and withdraws it", { tag: "@deep" }, async ({
    page,
    member,
  }) => {
    await makeOperator();
    const payment = ["--amount", "200000", "--reference", "HD-2026-07"];
    await operate("credit", "enter", member.businessSlug, ...payment, ...because("Hợp đồng"));
    await page.goto(`/console/${member.businessSlug}/settings`);
    await page.getByRole("link", { name: "Yêu cầu hoàn tiền" }).click();
    const amount = page.getByLabel("Số tiền hoàn (₫)");
    await expect(amount).toHaveValue("200.000");
    await amount.fill("150000");
    await expect(amount).toHaveValue("150.000");
    const preview = page.getByRole("region", { name: "Xem trước" });
    await expect(preview.getByRole("listitem")).toContainText(/HD-2026-07\s*150\.000\s₫ trong 200\.000\s₫/);
    await expectAccessible(page);
    await page.getByLabel("Ngân hàng").selectOption("Vietcombank");
    await page.getByLabel("Số tài khoản").fill("0123 456 789");
    await page.getByLabel("Chủ tài khoản").fill("CONG TY SACH NOI");
    await page.getByRole("button", { name: "Gửi yêu cầu" }).click();
    await expect(page.getByText("Đã yêu cầu hoàn 150.000 ₫.")).toBeVisible();
    await expect(amount).toBeHidden();
    await page.getByRole("button", { name: "Rút yêu cầu" }).click();
    await expect(page.getByText("Đã rút")).toBeVisible();
    await expect(amount).toHaveValue("200.000");
  });
});

test("a missing transfer is reported and withdrawn", async ({ page, member }) => {
  await claim(page, member, "350.000");
  const claims = page.getByRole("list", { name: "Tra soát chuyển khoản" });
  await page.getByRole("button", { name: "Rút yêu cầu" }).click();
  await expect(claims.getByText("Đã rút")).toBeVisible();
});

test("axe finds nothing wrong with billing and with a top-up", { tag: "@layout" }, async ({ page, member }) => {
  await create(page, member, "200.000");
  await readIn(page, test.info().project.name === "phone" ? "vi" : "en");
  await expectAccessible(page);
  await page.goto(billingOf(member));
  await expectAccessible(page);
});
