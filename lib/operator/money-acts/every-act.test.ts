// @module-tag promise
// @module-tag slow
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { encode } from "next-auth/jwt";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sessionCookie } from "@/lib/access/auth/cookie-name";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { staffRoles } from "@/lib/access/principals/roles";
import type { StaffMember } from "@/lib/access/principals/staff";
import { moneyActKinds } from "@/lib/money/acts/schema";
import { requestAdjustment } from "@/lib/money/adjustments/adjust-credit";
import { assignUnclaimed } from "@/lib/money/bank/transfers/assign";
import { closeAsOwn } from "@/lib/money/bank/transfers/close";
import { stateOf } from "@/lib/money/bank/transfers/lock";
import { reverseTransfer } from "@/lib/money/bank/transfers/reverse";
import { claimState } from "@/lib/money/claims/decide";
import { createClaim } from "@/lib/money/claims/service";
import { refundState } from "@/lib/money/refunds/decide";
import { requestRefund } from "@/lib/money/refunds/request";
import { enterCredit } from "@/lib/money/top-ups/entered";
import { areas } from "@/lib/operator/cli/areas";
import type { Verb } from "@/lib/operator/cli/verb";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { type ActionState, idle } from "@/lib/platform/form";
import { translate } from "@/lib/platform/i18n/translate";
import { isId, newId } from "@/lib/platform/ids";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { asOwner } from "@/testing/harness/as-owner";
import { bankReports } from "@/testing/harness/bank-books";
import { done } from "@/testing/harness/done";
import { browser, formOf, freshBrowser } from "@/testing/harness/request";
import { transferActs } from "../transfers/schema";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => import("@/testing/harness/request"));
vi.mock("next/cache", () => ({ revalidatePath: () => undefined }));

const pastIt = "changed outside an act with money";

/** While `watching` has a row, money, prices and what decides about them change only in the transaction of an act. */
const watch = `
  CREATE TABLE watching (what text);
  GRANT ALL ON watching TO PUBLIC;
  CREATE FUNCTION require_money_act() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    IF EXISTS (SELECT FROM watching)
      AND NOT EXISTS (SELECT FROM money_acts WHERE xmin = pg_current_xact_id()::xid) THEN
      RAISE EXCEPTION '% ${pastIt}', TG_TABLE_NAME;
    END IF;
    RETURN NULL;
  END $$;
  ${["transfers", "prices", "refund_requests", "bank_transfers", "bank_claims", "top_ups", "credit_grants"]
    .map(
      (table) =>
        `CREATE TRIGGER watched AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION require_money_act();`,
    )
    .join("\n")}
  CREATE TRIGGER watched AFTER INSERT OR UPDATE ON credit_adjustments FOR EACH ROW WHEN (NEW.status = 'done')
    EXECUTE FUNCTION require_money_act();`;

const isWatching = (is: boolean) =>
  is ? db.$executeRaw`INSERT INTO watching VALUES ('x')` : db.$executeRaw`DELETE FROM watching`;

let staff: StaffMember[];
beforeAll(async () => {
  await asOwner((client) => client.query(watch));
  const general = { modelId: "vang-espeak", priceVnd: 300, unit: "1000_characters", source: "built_in" };
  const from = new Date("2026-01-01T00:00:00+07:00");
  await db.price.create({ data: { id: newId("price"), ...general, from, createdAt: from } });
  staff = await Promise.all(staffRoles.map((role) => makeStaff(role)));
});
beforeEach(freshBrowser);
afterEach(() => isWatching(false));

const payee = { bin: "970436", accountNumber: "0123456789", holder: "SACH NOI" };
const payment = () => ({ amountVnd: 5000n, reference: newId("request"), reason: "Hợp đồng" });

/** Everything that an act can be about, in small amounts. */
async function makeThings() {
  const [member, author] = [await makeMember(), await makeStaff("finance")];
  const business = await getBusiness(member.businessId);
  const credit = async (to: string) => {
    const id = await bankReports({ amountVnd: 12_000n });
    await assignUnclaimed(author, id, await getBusiness(to), "Khớp");
    return id;
  };
  const credited = await Promise.all([1, 2, 3, 4].map(() => credit(business.id)));
  const refunds = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const owner = await makeMember();
      await credit(owner.businessId);
      return requestRefund(owner, payee);
    }),
  );
  const [reversed = "", ...rest] = credited;
  await reverseTransfer(author, reversed, "Thu hồi");
  const own = await bankReports({ amountVnd: 12_000n });
  await closeAsOwn(author, own, "Lãi");
  const unmatched = [await bankReports({ amountVnd: 11_000n }), await bankReports({ amountVnd: 12_000n })];
  const out = await Promise.all([1, 2, 3, 4, 5].map(() => bankReports({ direction: "out", amountVnd: 12_000n })));
  const claim = { amountVnd: 11_000, transferredAt: clock.now(), note: "" };
  const claims = await Promise.all(["A", "B"].map((reference) => createClaim(member, { ...claim, reference })));
  const entered = await done(enterCredit(author, business, payment()));
  const wanted = { kind: "goodwill", amountVnd: 90_000_000n, reference: "A", reason: "Đền bù" } as const;
  const { id: waiting } = await requestAdjustment(author, business.id, wanted);
  const ids = [business.id, ...rest, reversed, own, ...unmatched, ...out, ...claims, ...refunds, waiting, entered];
  return { business, ids, unmatched, out, refunds };
}

type Things = Awaited<ReturnType<typeof makeThings>>;

const later = () =>
  vietnamTime(new Date(+clock.now() + days(3)))
    .slice(0, 16)
    .replace(" ", "T");

/** What a form of the desk may ask for besides `id`, `act` and `other`. */
const typed = ({ business }: Things) => ({
  ...{ business: business.id, amountVnd: "1000", kind: "goodwill", reference: newId("request"), reason: "Đối chiếu" },
  ...{ model: "vang-espeak", vnd: "290", from: later(), text: "Đã xem", mode: "book", month: "2026-01" },
  lines: `business,kind,amount,reference,reason\n${business.id},goodwill,700,${newId("request")},Bù`,
});

type Action = (state: ActionState<unknown>, form: FormData) => Promise<ActionState<unknown>>;

/** Every server action that begins with `staffAction`, by its file and name. */
async function listActions(): Promise<[string, Action][]> {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("/actions.ts") && !file.startsWith("auth/"))
    .filter((file) => readFileSync(join("lib", file), "utf8").includes("staffAction("));
  const found: [string, Action][] = [];
  for (const file of files) {
    const names = readFileSync(join("lib", file), "utf8").matchAll(/export const (\w+) = staffAction/g);
    const loaded = await import(pathToFileURL(join(process.cwd(), "lib", file)).href);
    for (const [, name = ""] of names) found.push([`${file} ${name}`, loaded[name]]);
  }
  return found;
}

async function signIn(who: StaffMember): Promise<void> {
  const token = { sid: who.sessionId, uid: who.userId };
  browser.jar.set(sessionCookie(false), await encode({ token, secret: env.NEXTAUTH_SECRET }));
  await db.session.update({ where: { id: who.sessionId }, data: { freshAt: clock.now() } });
}

/** What a page shows of something now, as its forms send it back. */
async function seenOf(id: string): Promise<string> {
  const where = { id };
  if (isId("bankTransfer", id)) return stateOf(await db.bankTransfer.findUniqueOrThrow({ where }));
  if (isId("refund", id)) return refundState(await db.refundRequest.findUniqueOrThrow({ where }));
  return claimState(await db.claimMessage.count({ where: { claimId: id } }));
}

/** Calls an action with everything that it may be about, until it was done once with each of its choices. */
async function tryAll(action: Action, things: Things): Promise<void> {
  let required: Record<string, unknown> = {};
  for (const who of staff) {
    await signIn(who);
    const state = await action(idle, formOf({}));
    required = state.status === "refused" ? state.fields : {};
    if (state.status !== "refused" || state.message !== translate("vi", "errors.FORBIDDEN")) break;
  }
  const choices = "act" in required ? transferActs : [""];
  const others = "other" in required ? [things.unmatched[1] ?? "", things.refunds[3] ?? ""] : [""];
  // Kinds of ids that the form itself rejects.
  const foreign = new Set<string>();
  for (const act of choices) {
    const forms = ("id" in required ? things.ids : [""]).flatMap((id) => others.map((other) => ({ id, other, act })));
    for (const form of forms) {
      if (foreign.has(form.id.slice(0, 4))) continue;
      const transferId = (isId("bankClaim", form.id) ? things.unmatched : things.out.slice(-1))[0] ?? "";
      const seen = await seenOf("transferId" in required ? transferId : form.id);
      const other = form.other && `${form.other} ${await seenOf(form.other)}`;
      const state = await action(idle, formOf({ ...typed(things), ...form, other, seen, transferId }));
      if (state.status === "done" || (state.status === "refused" && "act" in state.fields)) break;
      if (state.status === "refused" && "id" in state.fields) foreign.add(form.id.slice(0, 4));
    }
  }
}

/** The kinds of acts that someone at the desk, or at the terminal, carried out while it was watched. */
async function listCarriedOut(since: Date) {
  const where = { status: "done", OR: [{ createdAt: { gte: since } }, { decidedAt: { gte: since } }] };
  const rows = await db.moneyAct.findMany({ where, select: { kind: true }, distinct: ["kind"] });
  return rows.map(({ kind }) => kind);
}

test("no action of the desk moves money, sets a price or decides a refund except by the function for acts with money", {
  timeout: 300_000,
}, async () => {
  const things = await makeThings();
  const actions = await listActions();
  expect(actions.length).toBeGreaterThan(30);
  const since = clock.now();
  await isWatching(true);
  const past: string[] = [];
  for (const [name, action] of actions)
    await tryAll(action, things).catch((error: Error) => {
      if (error.message.includes(pastIt)) past.push(`${name}: ${error.message}`);
    });
  expect(past).toEqual([]);
  const terminalOnly = ["credit.enter", "credit.adjust", "credit.grant", "credit.correct"];
  const atDesk = moneyActKinds.filter((kind) => !terminalOnly.includes(kind));
  expect([...(await listCarriedOut(since))].sort()).toEqual(atDesk.sort());
});

/** The option that `--some-name <value>` becomes. */
const nameOf = (flag: string) =>
  (flag.split(" ")[0] ?? "").slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const valuesOf = (things: Things, email: string): Record<string, string> => ({
  ...{ as: email, amount: "1000", kind: "goodwill", reference: newId("request"), vnd: "290", unit: "1000_characters" },
  ...{ model: "vang-espeak", business: things.business.id, requests: "60", role: "support" },
});

/** What a verb's first argument may be, of everything. */
const argumentsOf = (parameter: string, values: readonly string[]): readonly string[] =>
  parameter === "<business>" ? values.filter((value) => isId("business", value)) : values;

async function tryVerb(verb: Verb, things: Things, email: string): Promise<void> {
  const [, ...parameters] = verb.usage.split(" ");
  const file = join(mkdtempSync(join(tmpdir(), "vang-acts-")), "credits.csv");
  writeFileSync(file, typed(things).lines);
  for (const id of parameters[0] ? argumentsOf(parameters[0], [...things.ids, file]) : [""]) {
    const known: Record<string, string> = valuesOf(things, email);
    const flags = Object.keys(verb.options ?? {}).map(nameOf);
    const options = Object.fromEntries(flags.flatMap((flag) => (known[flag] ? [[flag, known[flag]]] : [])));
    const given = {
      args: parameters.map((_, index) => (index === 0 ? id : things.business.id)),
      options: { ...options, yes: true, reason: `Đối chiếu ${verb.usage} ${id}` },
      terminal: { ask: async () => "", show: () => undefined, isJson: false },
    };
    try {
      await verb.run(given);
      break;
    } catch (error) {
      if ((error as Error).message.includes(pastIt)) throw error;
    }
  }
}

test("no verb of the terminal moves money, sets a price or decides a refund except by the function for acts with money", {
  timeout: 300_000,
}, async () => {
  const things = await makeThings();
  const { email } = await makeStaff("finance");
  await isWatching(true);
  const since = clock.now();
  const [past, tried]: [string[], string[]] = [[], []];
  for (const [area, { load, needsDatabase = true }] of Object.entries(areas)) {
    if (!needsDatabase) continue;
    const acting = (await load()).verbs.filter(({ options = {} }) =>
      Object.keys(options).some((flag) => flag.startsWith("--as")),
    );
    for (const verb of acting) {
      tried.push(`${area} ${verb.usage}`);
      await tryVerb(verb, things, email).catch((error: Error) => past.push(`${area} ${verb.usage}: ${error.message}`));
    }
  }
  expect(past).toEqual([]);
  expect(tried.length).toBeGreaterThan(20);
  const withVerb = moneyActKinds.filter((kind) => /^(credit|price)\./.test(kind));
  expect([...(await listCarriedOut(since))].sort()).toEqual(withVerb.toSorted());
});

test("an act past the function is noticed: the watch fails for each table that holds money or what is charged", async () => {
  const member = await makeMember();
  const { businessId } = member;
  await done(enterCredit(await makeStaff("finance"), await getBusiness(businessId), payment()));
  const refundId = await requestRefund(member, payee);
  await isWatching(true);
  const { giveCredit } = await import("@/lib/money/wallet/grants");
  const gift = {
    businessId,
    kind: "promotion",
    amountMilli: 1000n,
    reference: "x",
    reason: "x",
  } as const;
  await expect(db.$transaction((tx) => giveCredit(tx, { ...gift, expiresAt: null }))).rejects.toThrow(pastIt);
  const rejected = { where: { id: refundId }, data: { status: "rejected" } };
  await expect(db.refundRequest.update(rejected)).rejects.toThrow(pastIt);
  const general = { modelId: "vang-espeak", priceVnd: 9, unit: "1000_characters", source: "operator" };
  const at = { from: clock.now(), createdAt: clock.now() };
  await expect(db.price.create({ data: { id: newId("price"), ...general, ...at } })).rejects.toThrow(pastIt);
});
