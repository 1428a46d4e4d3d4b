import type { BrowserContext, Locator, Page } from "@playwright/test";
import type { Member } from "@/lib/access/principals/member";
import type { Locale } from "@/lib/platform/i18n/locale";
import { startReceiver } from "@/testing/fakes/receiver";
import { expect, type Factories, test } from "./fixtures";
import { wordsOf } from "./words";

/** How someone uses the console: every press is counted, but not the one that opens a phone's menu. */
type Hand = {
  page: Page;
  say: ReturnType<typeof wordsOf>;
  home: string;
  presses: number;
  press: (target: Locator) => Promise<void>;
  /** Chooses one of a radio group or of a select. */
  choose: (target: Locator, option?: string) => Promise<void>;
  /** Opens a page from the sidebar. */
  open: (word: string) => Promise<void>;
};

type Way = { name: string; locale: Locale; viewport: { width: number; height: number }; isByKeyboard?: boolean };

const ways: Way[] = [
  { name: "with a mouse, in Vietnamese on a desktop", locale: "vi", viewport: { width: 1440, height: 900 } },
  { name: "by touch, in English on a phone", locale: "en", viewport: { width: 390, height: 844 } },
  { name: "by keyboard alone", locale: "vi", viewport: { width: 1440, height: 900 }, isByKeyboard: true },
];

const mostTabs = 150;

/** Presses Tab until the element has the focus. */
async function reach(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let step = 0; step < mostTabs; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`not reached by Tab: ${target}`);
}

function handOf(page: Page, { locale, viewport, isByKeyboard = false }: Way, home: string): Hand {
  const say = wordsOf(locale);
  const hand: Hand = {
    ...{ page, say, home, presses: 0 },
    async press(target) {
      hand.presses++;
      if (!isByKeyboard) return target.click();
      await reach(page, target);
      await page.keyboard.press("Enter");
    },
    async choose(target, option) {
      hand.presses += option === undefined ? 1 : 2;
      if (!isByKeyboard) {
        if (option !== undefined) await target.selectOption(option);
        else await target.check({ force: true });
        return;
      }
      if (option !== undefined) {
        await reach(page, target);
        return page.keyboard.type(option);
      }
      // The arrows move within the group, which Tab enters at the chosen one.
      const name = await target.getAttribute("name");
      await reach(page, page.locator(`input[name="${name}"]:checked`));
      for (let step = 0; step < 20 && !(await target.isChecked()); step++) await page.keyboard.press("ArrowDown");
    },
    async open(word) {
      if (viewport.width < 640) await page.getByRole("button", { name: say("shell.openMenu") }).click();
      const menu = page.getByRole("navigation", { name: say("shell.navigation") }).filter({ visible: true });
      await hand.press(menu.getByRole("link", { name: say(`shell.${word}`), exact: true }));
    },
  };
  return hand;
}

const textOf = (page: Page) => page.getByText(/^tts_\w{26}$/).filter({ visible: true });

/** A business with a key, a job of today, a failed one of yesterday, and an endpoint whose receiver had failed. */
async function fill(factories: Factories, member: Member, url: string) {
  const { ingest } = await import("@/lib/speech/history/ingest");
  const { createKey } = await import("@/lib/keys/service");
  const { db } = await import("@/lib/platform/db");
  const { vietnamDate } = await import("@/lib/platform/vietnam-time");
  const { id: keyId } = await createKey(member, factories.makeKeySettings({ name: "Tổng đài" }));
  const caller = { businessId: member.businessId, keyId };
  const yesterday = `${vietnamDate(new Date(Date.now() - 86_400_000))}T00:30:00+07:00`;
  const nothing = { status: "failed", resultCode: "PROVIDER_FAILED", audioObject: null, amountMilli: "0" } as const;
  const failed = factories.makeFinished(caller, { ...nothing, createdAt: new Date(yesterday).toISOString() });
  const done = await factories.makeSpoken(caller, "Nghiêng mình bên suối", {
    // What it costs now, so that it runs again at the price of then.
    amountMilli: "6300",
  });
  await ingest([failed, done].map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
  const endpoint = await factories.makeEndpoint(member, { url });
  const failure = { state: "failed", lastStatus: 500, lastError: "status", attempts: 10 };
  const delivery = await factories.makePastDelivery(endpoint, failure);
  await factories.makeAttempts(delivery, [{ statusCode: 500, error: "status", responseBody: "database is down" }]);
  await db.webhookEndpoint.update({ where: { id: endpoint.id }, data: { failures: 9, failingSince: new Date() } });
  return { failed: failed.trackingId, done: done.trackingId };
}

type Made = Awaited<ReturnType<typeof fill>>;

/** Each act begins where it would: most on the overview, where sign-in leads. `usual`: presses of comparable products. */
const acts: {
  act: string;
  usual: number;
  from?: (made: Made) => string;
  play: (hand: Hand, made: Made, context: BrowserContext) => Promise<void>;
}[] = [
  {
    act: "hear another voice",
    usual: 3,
    from: () => "/playground",
    play: async ({ page, say, press, choose }) => {
      await choose(page.getByRole("radio", { name: "Ngọc" }));
      await press(page.getByRole("button", { name: say("playground.speak"), exact: true }));
      await expect(textOf(page)).toBeVisible();
    },
  },
  {
    act: "compare two voices",
    usual: 4,
    from: () => "/playground",
    play: async ({ page, say, press, choose }) => {
      await choose(page.getByLabel(say("playground.compare.add")), "Khang");
      await press(page.getByRole("button", { name: say("playground.speakAll", { count: 2 }) }));
      await expect(page.getByRole("button", { name: say("playground.compare.keep", { name: "Khang" }) })).toBeVisible();
      await expect(page.getByRole("group", { name: say("playground.compare.sound", { name: "Khang" }) })).toBeVisible();
    },
  },
  {
    act: "see why a request of yesterday failed",
    usual: 3,
    play: async ({ page, say, press }, { failed }) => {
      await press(page.getByRole("link", { name: say("overview.failedYesterday") }));
      await press(page.locator(`a[data-job="${failed}"]`));
      await expect(page.getByText(say("errors.PROVIDER_FAILED")).first()).toBeVisible();
    },
  },
  {
    act: "run a request again from history",
    usual: 1,
    from: ({ done }) => `/history?job=${done}`,
    play: async ({ page, say, press }) => {
      await press(page.getByRole("link", { name: /^(Chạy lại|Run again) \(/ }));
      await expect(page.getByRole("textbox", { name: say("playground.text") })).toHaveValue("Nghiêng mình bên suối");
      await expect(textOf(page)).toBeVisible();
    },
  },
  {
    act: "copy a request as code in one's language",
    usual: 2,
    from: ({ done }) => `/history?job=${done}`,
    play: async ({ page, say, press, choose }, _, context) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await choose(page.getByRole("radio", { name: "Python" }));
      await press(page.getByRole("button", { name: say("ui.copyOf", { what: say("ui.code.request") }) }));
      await expect(page.getByRole("button", { name: say("ui.copied") })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/import requests[\s\S]*Nghiêng mình/);
    },
  },
  {
    act: "see what was spent this month",
    usual: 1,
    play: async ({ page }) => {
      const spent = page.getByRole("link", { name: /Chi tiêu tháng này|Spent this month/ });
      await expect(spent).toHaveText(/6,3|6\.3/);
      await expect(spent).toHaveAttribute("href", /usage\?range=month/);
    },
  },
  {
    act: "rotate a key",
    usual: 4,
    play: async ({ page, say, press, open }) => {
      await open("keys");
      await press(page.getByRole("button", { name: say("keys.actsOf", { name: "Tổng đài" }) }));
      await press(page.getByRole("button", { name: say("keys.rotateOf", { name: "Tổng đài" }) }));
      await press(page.getByRole("dialog").getByRole("button", { name: say("keys.rotateNow") }));
      await expect(page.getByLabel(say("keys.secret"))).toHaveValue(/^vang_live_/);
    },
  },
  {
    act: "top up 500,000 ₫, as far as the code to scan",
    usual: 4,
    play: async ({ page, say, press }) => {
      await press(page.getByRole("link", { name: say("overview.topUp") }).last());
      await press(page.getByRole("link", { name: /^500[.,]000$/ }));
      await expect(page.getByLabel(say("billing.form.amount"), { exact: true })).toHaveValue(/^500[.,]000$/);
      await press(page.getByRole("button", { name: say("billing.form.submit") }));
      await expect(page.getByText(/^LN\w{8}$/)).toBeVisible();
    },
  },
  {
    act: "see why a webhook failed, and deliver the event again",
    usual: 4,
    play: async ({ page, say, press }) => {
      await press(page.getByRole("link", { name: /^Webhook 127\.0\.0\.1/ }));
      await page.waitForURL(/\/webhooks\/whk_/);
      await press(page.getByRole("table").getByRole("link").first());
      await expect(page.getByText("database is down").first()).toBeVisible();
      await press(page.getByRole("button", { name: say("webhooks.replay.one") }));
      await expect(page.getByText(say("webhooks.states.succeeded")).first()).toBeVisible();
    },
  },
  {
    act: "invite a colleague",
    usual: 3,
    play: async ({ page, say, press, open }) => {
      await open("members");
      await press(page.getByRole("button", { name: say("members.invite.open") }));
      await expect(page.getByRole("dialog").getByLabel("Email")).toBeFocused();
      const email = `ban-${Date.now()}@example.com`;
      await page.keyboard.type(email);
      await press(page.getByRole("dialog").getByRole("button", { name: say("members.invite.send") }));
      await expect(page.getByText(email).first()).toBeVisible();
    },
  },
  {
    act: "open a request by its trackingId",
    usual: 2,
    play: async (hand, { done }) => {
      const { page, say, press } = hand;
      await press(page.getByRole("button", { name: say("shell.search") }).filter({ visible: true }));
      const field = page.getByRole("combobox", { name: say("shell.searchHint") });
      await expect(field).toBeFocused();
      await page.keyboard.insertText(done);
      const found = page.getByRole("option").filter({ hasText: done }).first();
      await expect(found).toBeVisible();
      // Enter in the field opens the first result.
      hand.presses++;
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/trace/${done}`);
    },
  },
  {
    act: "change the language",
    usual: 4,
    play: async (hand) => {
      const { page, say, press } = hand;
      const isPhone = (page.viewportSize()?.width ?? 0) < 640;
      if (isPhone) await page.getByRole("button", { name: say("shell.openMenu") }).click();
      await press(page.getByRole("button", { name: say("shell.account") }).filter({ visible: true }));
      const other = (await page.locator("html").getAttribute("lang")) === "vi" ? "en" : "vi";
      await press(page.getByRole("button", { name: say(`shell.languages.${other}`) }).filter({ visible: true }));
      await expect(page.locator("html")).toHaveAttribute("lang", other);
    },
  },
];

for (const way of ways) {
  test.describe(way.name, () => {
    test.use({ viewport: way.viewport });
    test.describe.configure({ timeout: 240_000 });
    for (const { act, usual, from, play } of acts)
      test(`${act}: ${usual} presses at most`, { tag: "@deep" }, async ({
        page,
        context,
        member,
        factories,
        baseURL,
      }) => {
        const receiver = await startReceiver();
        try {
          const made = await fill(factories, member, receiver.url);
          await context.addCookies([{ name: "vang.locale", value: way.locale, url: baseURL }]);
          const home = `/console/${member.businessSlug}`;
          await page.goto(home + (from?.(made) ?? ""));
          await page.waitForLoadState("networkidle");
          const hand = handOf(page, way, home);
          await play(hand, made, context);
          test.info().annotations.push({ type: "presses", description: `${hand.presses}, usual ${usual}` });
          expect(hand.presses).toBeLessThanOrEqual(usual);
        } finally {
          await receiver.close();
        }
      });
  });
}
