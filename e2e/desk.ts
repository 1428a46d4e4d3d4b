import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { newId } from "@/lib/platform/ids";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { ensureDatabase } from "@/scripts/database.mjs";
import { serveFiles, stallAt } from "@/testing/fakes/file-server";
import { tinyVoice } from "@/testing/fakes/tiny-models";
import { newDataDirectory, type OwnServer, startOwnServer } from "@/testing/harness/own-server";
import { calmMoment, codeOf } from "./oathtool";
import { typePassword } from "./people";
import { record } from "./record";
import { wordsOf } from "./words";

const t = wordsOf("vi");

/** Who works at the desk, by role. */
export const people = {
  admin: "Trần Quốc Bảo",
  finance: "Lê Thu Hà",
  approver: "Phạm Gia Hân",
  engineer: "Võ Minh Khang",
} as const;
export type Person = keyof typeof people;

export const emailOf = (person: Person) => `${person}@vang.example`;

/** A fresh installation without any setting, which `set` starts again with others. */
export async function openInstallation() {
  const data = newDataDirectory();
  const bank = { SEPAY_API_KEYS: "", SEPAY_WEBHOOK_SECRETS: "", CASSO_CHECKSUM_KEYS: "", PAYOS_CHECKSUM_KEYS: "" };
  const settings = { ...bank, VANG_DATA: data, DATABASE_URL: "", NODE_OPTIONS: "", LOG_LEVEL: "warn" };
  const start = async (more: Record<string, string> = {}) => {
    const server = await startOwnServer({ ...settings, ...more });
    expect(server.process.exitCode, server.output()).toBeNull();
    return server;
  };
  let server: OwnServer = await start();
  const [, demoPassword = ""] = /demo@vang\.local.*?\b(\w{16})\b/s.exec(server.output()) ?? [];
  const { ownerUrl } = await ensureDatabase({ directory: join(data, "postgres") });
  let database = new pg.Client(ownerUrl);
  await database.connect();
  const stopServer = async () => {
    await database.end();
    server.process.kill("SIGTERM");
    await server.ended;
  };
  const installation = {
    url: server.url,
    demoPassword,
    sql: async (statement: string, values: unknown[] = []) => (await database.query(statement, values)).rows,
    /** `npm run operator`, or what is short for a part of it. Returns what it prints; throws if it fails. */
    async run(...args: string[]): Promise<string> {
      const script = fileURLToPath(new URL("../scripts/operator.mjs", import.meta.url));
      const env = { ...process.env, ...settings, LOG_LEVEL: "error", VANG_URL: server.url };
      return (await promisify(execFile)(process.execPath, [script, ...args], { env })).stdout;
    },
    /** Starts the installation again on the same address, with these settings. */
    async set(more: Record<string, string>): Promise<void> {
      await stopServer();
      server = await start({ ...more, PORT: new URL(server.url).port });
      database = new pg.Client((await ensureDatabase({ directory: join(data, "postgres") })).ownerUrl);
      await database.connect();
    },
    stop: stopServer,
  };
  return installation;
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** A mirror of models with the tiny voice, and the settings that lead an installation to it. */
export async function openModelServer() {
  const files = Object.entries(tinyVoice).map(([path, bytes]) => [`tiny-tts/${path}`, bytes] as const);
  const server = await serveFiles(Object.fromEntries(files));
  const manifest = join(newDataDirectory(), "models.json");
  const url = "https://example.com/tiny";
  const model = {
    id: "tiny-tts",
    release: "tiny",
    name: "Tiny",
    kind: "tts",
    engine: "sherpa-onnx",
    engineMin: "1.13.0",
    languageCodes: ["vi"],
    license: { spdx: "CC-BY-4.0", url, source: "a test", commercial: true, acceptRequired: false },
    training: { data: { vi: "Không bản thu nào.", en: "No recordings." }, url },
    consent: { kind: "corpus", url },
    files: files.map(([path, { length: size }]) => ({
      path: path.slice("tiny-tts/".length),
      url,
      mirrors: [],
      size,
      sha256: null,
    })),
    config: { vits: { model: "voice.onnx", tokens: "tokens.txt", dataDir: "espeak-ng-data" } },
    espeakData: "espeak-ng-data",
    voices: [{ voiceId: "tiny", name: "Tí", gender: "female", region: "north", speaker: 0 }],
  };
  writeFileSync(manifest, JSON.stringify({ schema: 1, models: [model] }));
  return {
    ...server,
    settings: { MODELS_MANIFEST: manifest, MODELS_MIRROR: server.address },
    /** The next download stops after a few bytes and does not go on. */
    stall: () => server.trick("tiny-tts/voice.onnx", stallAt(100)),
  };
}

/** A mail server, with the recipients and texts of what it accepted. */
export async function openMailServer() {
  const mails: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, { envelope }, done) {
      mails.push({ to: envelope.rcptTo.map(({ address }) => address).join(), text: await text(stream) });
      done();
    },
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => new Promise<void>((closed) => server.close(closed)) };
}

/** An account with the demo member's password and a verified email address. */
export const addAccount = ({ sql }: Installation, person: Person) =>
  sql(
    `INSERT INTO users (id, email, name, password_hash, email_verified_at, locale)
     SELECT $1, $2, $3, password_hash, now(), 'vi' FROM users WHERE email = 'demo@vang.local'`,
    [newId("user"), emailOf(person), people[person]],
  );

/** A browser of their own in which they have signed in and turned on codes from an app, as the desk requires. */
export async function openBrowser(browser: Browser, at: Installation, person: Person): Promise<Page> {
  const context = await browser.newContext({ locale: "vi-VN", timezoneId: "Asia/Ho_Chi_Minh", baseURL: at.url });
  const page = await context.newPage();
  await typePassword(page, { email: emailOf(person) }, { secret: at.demoPassword, next: "/account/security" });
  await page.getByRole("button", { name: "Thiết lập ứng dụng" }).click();
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(" ", "");
  await calmMoment();
  await page.getByLabel("Mã xác minh").fill(codeOf(secret, 1));
  await page.getByLabel("Tôi đã lưu bộ mã này").check();
  await page.getByRole("button", { name: "Xong" }).click();
  await expect(page.getByText("Còn 10 trên 10 mã")).toBeVisible();
  return page;
}

const mostClicks = 4;

/** Someone's browser at Today; `press` counts their clicks from there, `finish` gives the reason and submits. */
export async function beginAct(page: Page, { sql }: Installation, { name, width }: { name: string; width: number }) {
  // As if everyone had proved their identity a moment ago.
  await sql("UPDATE sessions SET fresh_at = now()");
  await page.setViewportSize({ width, height: 900 });
  await page.goto("/operator");
  const shoot = (step: string) => record(page, `desk-${name}-${step}-${width}`);
  const main = page.getByRole("main");
  let clicks = 0;
  const press = async (target: Locator) => {
    await target.first().click();
    clicks++;
  };
  /** What waits appears within seconds, and leads to where it is decided. */
  const open = async (row: string) => {
    const link = main.getByRole("link", { name: row, exact: true });
    await expect(async () => {
      await page.reload();
      await expect(link.first()).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    await shoot("1-today");
    await press(link);
    await expect(page).not.toHaveURL(/\/operator$/);
  };
  const finish = async (submit: string, reason: string, form: Locator = page.getByRole("dialog")) => {
    await form.getByLabel(t("operator.reason"), { exact: true }).fill(reason);
    await shoot("2-act");
    const button = form.locator("button[type=submit]", { hasText: submit });
    await press(button);
    if (form === main) await expect(page.getByText(t("operator.done"), { exact: true }).first()).toBeVisible();
    else await expect(button).toBeHidden();
    await shoot("3-done");
    expect(clicks).toBeLessThanOrEqual(mostClicks);
  };
  return { page, main, press, open, finish, dialog: page.getByRole("dialog") };
}

/** A partner claims, on the open billing page, to have transferred this an hour ago. */
export async function claimTransfer(page: Page, amount: number): Promise<void> {
  await page.getByText("Gửi yêu cầu tra soát", { exact: true }).click();
  await page.getByLabel("Số tiền đã chuyển (₫)").fill(String(amount));
  const hourAgo = vietnamTime(new Date(Date.now() - 3_600_000));
  await page.getByLabel("Thời gian chuyển").fill(hourAgo.slice(0, 16).replace(" ", "T"));
  await page.getByRole("button", { name: "Gửi yêu cầu", exact: true }).click();
  await expect(page.getByText("Đang tra soát")).toBeVisible();
}

/** A partner requests, on the open page of refunds, a refund of everything that was paid. */
export async function requestRefund(page: Page): Promise<void> {
  await page.getByLabel("Ngân hàng").selectOption("Vietcombank");
  await page.getByLabel("Số tài khoản").fill("0123 456 789");
  await page.getByLabel("Chủ tài khoản").fill("CONG TY SACH NOI");
  await page.getByRole("button", { name: "Gửi yêu cầu" }).click();
  await expect(page.getByText(/Đã yêu cầu hoàn/)).toBeVisible();
}
