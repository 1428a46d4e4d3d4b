import type { Member } from "@/lib/access/principals/member";
import { expect, type Factories, signIn, test } from "./fixtures";
import { hashedPassword, typePassword } from "./people";
import { record } from "./record";

type Spending = { name: string; service: "tts" | "stt"; amountsMilli: number[] };

const spendings: Spending[] = [
  { name: "Tổng đài", service: "tts", amountsMilli: [10_201, 7_350, 0] },
  { name: "Sách nói", service: "tts", amountsMilli: [5_100] },
  { name: "Sách nói", service: "stt", amountsMilli: [1_333] },
];
const spentMilli = spendings.flatMap(({ amountsMilli }) => amountsMilli).reduce((sum, amount) => sum + amount, 0);

/** Jobs of two keys at noon yesterday in Vietnam, charged in the ledger as the worker does. Returns the day. */
async function spendYesterday(factories: Factories, member: Member): Promise<string> {
  const { ingest } = await import("@/lib/speech/history/ingest");
  const { createKey } = await import("@/lib/keys/service");
  const { clock } = await import("@/lib/platform/clock");
  const { newId } = await import("@/lib/platform/ids");
  const { holdCredit } = await import("@/lib/money/wallet/holds");
  const { vietnamDate } = await import("@/lib/platform/vietnam-time");
  const day = vietnamDate(new Date(Date.now() - 86_400_000));
  const { businessId } = member;
  const keys = new Map<string, string>();
  for (const { name, service, amountsMilli } of spendings) {
    const settings = factories.makeKeySettings({ name, scopes: ["tts:execute", "stt:execute"] });
    const keyId = keys.get(name) ?? (await createKey(member, settings)).id;
    keys.set(name, keyId);
    for (const amountMilli of amountsMilli) {
      const isFailed = amountMilli === 0;
      const trackingId = newId(service);
      if (!isFailed) await holdCredit({ businessId, keyId, trackingId, amountMilli: BigInt(amountMilli) });
      clock.advance(Date.parse(`${day}T12:00:00+07:00`) - Date.now());
      const job = factories.makeFinished(
        { businessId, keyId },
        {
          trackingId,
          service,
          ...(service === "stt" && { voiceId: null, characters: null }),
          amountMilli: String(amountMilli),
          ...(isFailed && { status: "failed", resultCode: "PROVIDER_FAILED" }),
        },
      );
      await ingest([{ key: trackingId, payload: job, attempts: 0 }]);
      clock.reset();
    }
  }
  return day;
}

test("a developer sees which key spent what yesterday in at most two clicks after signing in", async ({
  page,
  factories,
}) => {
  const { id: userId, email } = await factories.makeUser({ passwordHash: await hashedPassword() });
  const owner = await factories.makeMember({ creditMilli: 50_000_000n });
  const developer = await factories.makeMember({ userId, role: "developer", businessId: owner.businessId });
  await spendYesterday(factories, owner);
  let clicks = 0;
  await page.exposeFunction("countClick", () => clicks++);
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    addEventListener("click", ({ isTrusted }) => isTrusted && countClick(), { capture: true });
  });
  await typePassword(page, { email });
  await page.waitForURL(`**/console/${developer.businessSlug}`);
  await record(page, "developer-1-overview");
  clicks = 0;
  await page.getByRole("link", { name: "Hôm qua theo khóa" }).click();
  const rows = page.getByRole("table", { name: "Chi tiết theo" }).getByRole("row");
  await expect(rows.nth(1)).toContainText(/Tổng đài.*17,551/);
  await expect(rows.nth(2)).toContainText(/Sách nói.*6,433/);
  expect(clicks).toBeLessThanOrEqual(2);
  await record(page, "developer-2-yesterday");
});

test("a day by API: usage, history and the movements of the ledger agree to the thousandth", async ({
  page,
  request,
  factories,
  context,
  baseURL,
}) => {
  const owner = await factories.makeMember({ creditMilli: 50_000_000n });
  const day = await spendYesterday(factories, owner);
  const secret = await factories.makeKey(owner, ["usage:read"]);
  const get = async (path: string) => {
    const response = await request.get(path, { headers: { "x-api-key": secret } });
    expect(response.status(), await response.text()).toBe(200);
    return response.json();
  };
  const milli = (rows: { chargeVnd: number }[]) =>
    rows.reduce((sum, { chargeVnd }) => sum + Math.round(chargeVnd * 1000), 0);

  const { rows } = await get(`/usage?from=${day}&to=${day}&by=day,key`);
  const byKey = new Map((rows as { keyName: string; chargeVnd: number }[]).map((row) => [row.keyName, milli([row])]));
  expect([...byKey].sort()).toEqual([
    ["Sách nói", 6_433],
    ["Tổng đài", 17_551],
  ]);

  const jobs: { trackingId: string; chargeVnd: number }[] = [];
  let cursor = "";
  do {
    const found = await get(`/history?from=${day}&to=${day}&limit=2${cursor && `&cursor=${cursor}`}`);
    jobs.push(...found.jobs);
    cursor = found.next ?? "";
  } while (cursor);
  expect([jobs.length, new Set(jobs.map(({ trackingId }) => trackingId)).size]).toEqual([5, 5]);

  const accountant = await factories.makeMember({ role: "billing", businessId: owner.businessId });
  await signIn(context, accountant, baseURL);
  await page.goto(`/console/${owner.businessSlug}/billing/movements?kind=charge&from=${day}&to=${day}`);
  await expect(page.getByText("4 khoản, tổng cộng -23,984 ₫")).toBeVisible();
  for (const { trackingId, chargeVnd } of jobs)
    await expect(page.getByRole("row").filter({ hasText: trackingId })).toHaveCount(chargeVnd > 0 ? 1 : 0);
  expect([milli(rows), milli(jobs), spentMilli]).toEqual([23_984, 23_984, 23_984]);
});
