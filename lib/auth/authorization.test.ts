// @module-tag promise
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setOwnPicture } from "@/lib/account/profile";
import { recordAudit } from "@/lib/audit/record";
import { issueDue } from "@/lib/billing/e-invoices/issue";
import { requestInvoice } from "@/lib/billing/e-invoices/request";
import { setInvoiceDetails } from "@/lib/billing/invoice-details/service";
import { createTopUp } from "@/lib/billing/top-ups/create";
import { setLogo } from "@/lib/businesses/profile";
import { clock, minutes } from "@/lib/clock";
import { newToken } from "@/lib/crypto";
import { db, sql } from "@/lib/db";
import type { ErrorCode } from "@/lib/errors";
import { ingest } from "@/lib/history/ingest";
import { formatMonth } from "@/lib/i18n/format";
import { translate } from "@/lib/i18n/translate";
import { newId } from "@/lib/ids";
import { inviteMember } from "@/lib/members/invite";
import type { Member } from "@/lib/principals/member";
import type { Permission, Role } from "@/lib/principals/roles";
import type { Viewer } from "@/lib/principals/viewer";
import { endSession } from "@/lib/sessions/service";
import { vietnamMonth } from "@/lib/vietnam-time";
import { postTransfer } from "@/lib/wallet/post-transfer";
import { makeMember } from "@/prisma/factories";
import { makeRecognized } from "@/prisma/speech-factories";
import { makeAttempts, makeEndpoint, makePastDelivery } from "@/prisma/webhook-factories";
import {
  type Access,
  actions,
  holders,
  notices,
  proofs,
  queries,
  routes,
  shown,
  signs,
} from "@/testing/corpora/access-table";
import { staffCalls, staffRoutes } from "@/testing/corpora/staff-access-table";
import {
  addressOf,
  type BuiltAction,
  builtActions,
  builtRoutes,
  callAction,
  pendingCookieOf,
  sessionCookieOf,
} from "@/testing/harness/console-walk";
import { isDeep } from "@/testing/harness/deep";
import type { OwnServer } from "@/testing/harness/own-server";
import { sharedConsole } from "@/testing/harness/shared-console";
import { promised } from "@/testing/promises";

const outsiders = ["anonymous", "pending", "ended", "outsider"] as const;
const roles = ["viewer", "billing", "developer", "admin", "owner"] as const satisfies readonly Role[];
type Subject = (typeof outsiders)[number] | Role;
// The owner last: some of their actions remove what the others are tested on.
const subjects: readonly Subject[] = [...outsiders, ...roles];

/**
 * The canary texts of a business, by the permission that shows them. Each is found in a response by any of its texts.
 */
type Canaries = Partial<Record<Permission, string[]>>;
type Tenant = { owner: Member; values: Record<string, string>; canaries: Canaries };
type World = {
  own: Tenant;
  other: Tenant;
  people: Partial<Record<Subject, Member>>;
  cookies: Record<Subject, string>;
  madeAt: number;
};

let server: OwnServer;
let world: World;
/** Whether a request has changed the data in a way that the next one would notice. */
let isSpent = true;

beforeAll(async () => {
  server = await sharedConsole();
}, 180_000);

/** Two businesses full of canaries, and people: a member of the first in each role, and the owner of the second. */
async function makeWorld({ pictures }: { pictures: boolean }): Promise<void> {
  const mark = newId("request").slice(-8);
  const own = await makeTenant(`own-${mark}`, 7_654_321n, pictures);
  const other = await makeTenant(`other-${mark}`, 1_928_374n, pictures);
  const { businessId } = own.owner;
  const people: World["people"] = { owner: own.owner, outsider: other.owner };
  for (const role of roles) people[role] ??= await makeMember({ role, businessId });
  const ended = await makeMember({ businessId });
  const cookies = { anonymous: "" } as World["cookies"];
  for (const [who, { userId, sessionId }] of Object.entries({ ...people, ended })) {
    cookies[who as Subject] = await sessionCookieOf({ userId, sessionId });
    const ip = personal(mark, who);
    await db.session.update({ where: { id: sessionId }, data: { ip } });
    await db.user.update({ where: { id: userId }, data: { phone: ip, locale: "en" } });
    const entry = { id: newId("signIn"), userId, result: "signed_in", method: "password", ip, createdAt: clock.now() };
    await db.signInEntry.create({ data: entry });
  }
  await endSession(ended.sessionId);
  cookies.pending = await pending(own.owner.userId);
  own.values.person = people.viewer?.userId ?? "";
  own.values.mark = mark;
  world = { own, other, people, cookies, madeAt: Date.now() };
  isSpent = false;
}

/** Nothing listens there. */
const webhookUrl = "http://127.0.0.1:9/hook";

const personal = (mark: string, who: string) => `canary-person-${mark}-${who}`;

async function makeTenant(mark: string, dong: bigint, pictures: boolean): Promise<Tenant> {
  const name = `Công ty canary-name-${mark}`;
  const owner = await makeMember({ name, creditMilli: dong * 1000n });
  const { businessId } = owner;
  const keyName = `canary-key-${mark}`;
  const keyId = newId("key");
  const row = { id: keyId, businessId, name: keyName, fingerprint: keyId, pepperId: 1, hint: "abcd" };
  await db.apiKey.create({ data: { ...row, scopes: ["tts:execute", "stt:execute"] } });
  const job = await makeRecognized({ businessId, keyId }, `canary-transcript-${mark}`);
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  const member = await makeMember({ role: "viewer", businessId });
  await db.user.update({ where: { id: member.userId }, data: { name: `canary-member-${mark}` } });
  const email = `canary-invited-${mark}@example.com`;
  await inviteMember(owner, { email, role: "viewer" });
  const invitation = await db.invitation.findFirstOrThrow({ where: { businessId } });
  const legalName = `canary-billing-${mark}`;
  await setInvoiceDetails(owner, {
    legalName,
    taxCode: "0100109106",
    address: "1 Tràng Tiền",
    email: "ke-toan@example.com",
  });
  const topUpId = await createTopUp(owner, { amountVnd: 200_000, formToken: newToken() });
  const { code } = await db.topUp.findUniqueOrThrow({ where: { id: topUpId } });
  const webhookName = `canary-webhook-${mark}`;
  const header = { name: "X-Hook-Token", value: "s3cret" };
  const endpoint = await makeEndpoint(owner, { description: webhookName, header, url: webhookUrl });
  const delivery = await makePastDelivery(endpoint, { objectId: webhookName });
  await makeAttempts(delivery, [{}]);
  const before = { name: `canary-audit-${mark}` };
  await recordAudit(db, owner, { action: "business.renamed", before, after: { name } });
  const values: Record<string, string> = {
    business: owner.businessSlug,
    name,
    keyId,
    keyName,
    trackingId: job.trackingId,
    trace: job.trackingId,
    topUpId,
    month: vietnamMonth(clock.now()),
    statementTitle: translate("en", "statements.title", { month: formatMonth(vietnamMonth(clock.now()), "en") }),
    webhookName,
    endpoint: endpoint.id,
    delivery: delivery.id,
    deliveryType: delivery.eventType,
    file: "transcript.srt",
    invitation: invitation.id,
    member: member.userId,
    place: "verify",
    token: "a".repeat(43),
    nextauth: "csrf",
    group: "text-to-speech",
    document: "xml",
    ...(pictures && { ...(await makePictures(owner)), invoice: await makeInvoice(owner) }),
  };
  const digits = String(dong);
  const canaries = {
    "business:read": [`canary-name-${mark}`],
    "balance:read": [digits, digits.replace(/\B(?=(\d{3})+$)/g, "."), digits.replace(/\B(?=(\d{3})+$)/g, ",")],
    "billing:read": [legalName, code ?? ""],
    "members:read": [`canary-member-${mark}`],
    "members:write": [email],
    "audit:read": [`canary-audit-${mark}`],
    "history:read": [`canary-transcript-${mark}`],
    "keys:read": [keyName],
    "webhooks:read": [webhookName],
  };
  return { owner, values, canaries };
}

/** Of a payment that an operator entered. */
async function makeInvoice(owner: Member): Promise<string> {
  const subject = newId("topUp");
  const entered = { amountVnd: 1000n, externalReference: subject, createdAt: clock.now() };
  await db.topUp.create({ data: { id: subject, businessId: owner.businessId, method: "operator", ...entered } });
  const id = await requestInvoice(owner, subject);
  // The server's worker may be faster.
  await vi.waitFor(async () => {
    await issueDue();
    expect((await db.invoice.findUniqueOrThrow({ where: { id } })).status).toBe("issued");
  }, 10_000);
  return id;
}

async function makePictures(owner: Member): Promise<Record<string, string>> {
  const create = { width: 8, height: 8, channels: 3, background: "red" } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  await setOwnPicture({ userId: owner.userId } as Viewer, bytes);
  await setLogo(owner, bytes);
  const user = await db.user.findUniqueOrThrow({ where: { id: owner.userId } });
  const business = await db.business.findUniqueOrThrow({ where: { id: owner.businessId } });
  return { picture: user.pictureId ?? "", logo: business.pictureId ?? "" };
}

async function pending(userId: string): Promise<string> {
  const id = newId("pendingSignIn");
  const expiresAt = new Date(+clock.now() + minutes(60));
  await db.pendingSignIn.create({ data: { id, userId, next: "/console", expiresAt } });
  return pendingCookieOf(id);
}

const isRole = (who: Subject): who is Role => (roles as readonly string[]).includes(who);
const holds = (who: Subject, permission: Permission) => isRole(who) && holders[permission].includes(who);

type Verdict = "in" | "signIn" | "notFound" | "forbidden";

/** What the table expects for one subject: accepted, or rejected in which way. */
function result(access: Access, who: Subject): Verdict {
  // Development pages are open on this machine, where the tests run.
  if (access === "anyone" || access === "development") return "in";
  if (access === "pending") return who === "pending" ? "in" : "signIn";
  if (who === "anonymous" || who === "pending" || who === "ended") return "signIn";
  if (access === "viewer") return "in";
  if (who === "outsider") return "notFound";
  return holds(who, access) ? "in" : "forbidden";
}

/**
 * Everyone in the deep run. Otherwise one of those with the same verdict: the highest role that is rejected, the lowest
 * that is accepted, and the owner where that role is not shown everything.
 */
function subjectsOf(access: Access, seen: readonly string[] = []): readonly Subject[] {
  if (isDeep) return subjects;
  const having = (verdict: Verdict) => subjects.filter((who) => result(access, who) === verdict);
  const [lowest] = having("in");
  const isAllShown = seen.every((what) => what === "person" || (lowest && holds(lowest, what as Permission)));
  const chosen = [having("signIn")[0], having("notFound")[0], having("forbidden").at(-1), lowest];
  if (!isAllShown) chosen.push("owner");
  return subjects.filter((who) => chosen.includes(who));
}

/** The canaries of both businesses and of all people that are in this body and should not be. */
function listLeaks(body: string, who: Subject, isPublic = false): string[] {
  const { own, other, people } = world;
  const leaks: string[] = [];
  const look = (canaries: Canaries, mayRead: (permission: Permission) => boolean) => {
    for (const [permission, texts] of Object.entries(canaries) as [Permission, string[]][]) {
      if (isPublic || !mayRead(permission)) leaks.push(...texts.filter((text) => body.includes(text)));
    }
  };
  look(own.canaries, (permission) => holds(who, permission));
  look(other.canaries, () => who === "outsider");
  for (const person of [...Object.keys(people), "ended"]) {
    const text = personal(own.values.mark ?? "", person);
    if ((isPublic || person !== who) && body.includes(text)) leaks.push(text);
  }
  return leaks;
}

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\[(\w+)\]/g, (_, name: string) => values[name] ?? name);

type Opened = { status: number; location: string; body: string; html: string; heading: string };

async function open(route: string, who: Subject, values = world.own.values, disguise = {}): Promise<Opened> {
  const headers = { cookie: `${world.cookies[who]}; vang.locale=en`, ...disguise };
  const address = server.url + addressOf(route, values) + fill(queries[route] ?? "", values);
  const response = await fetch(address, { headers, redirect: "manual" });
  const body = await response.text();
  // The rendered text, without the message catalogue that is part of every page.
  const html = unescapeHtml(body.replace(/<script[\s\S]*?<\/script>/g, ""));
  const heading = (/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? "").replace(/<[^>]*>/g, "");
  return { status: response.status, location: response.headers.get("location") ?? "", body, html, heading };
}

const named: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
const unescapeHtml = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => named[entity] ?? entity);

/** Asserts that the response is the one for accepted requests. */
function expectSign(route: string, who: Subject, { status, location, body, heading }: Opened): void {
  const written = signs[route] ?? { status: 0 };
  const isSignedIn = who === "outsider" || (roles as readonly string[]).includes(who);
  const sign = isSignedIn && "signedIn" in written ? { redirect: String(written.signedIn) } : written;
  const { own, other } = world;
  const values = who === "outsider" ? other.values : own.values;
  const said = JSON.stringify({ route, who, status, location, heading });
  if ("redirect" in sign) {
    expect([303, 307, 308], said).toContain(status);
    expect(new URL(location, server.url).pathname, said).toBe(fill(sign.redirect, values));
  } else {
    expect(status, said).toBe("status" in sign ? sign.status : 200);
  }
  if ("text" in sign) expect(body, said).toContain(sign.text);
  if ("heading" in sign) expect(heading, said).toBe(translate("en", fill(sign.heading, values)));
}

/** Asserts that the response shows what the table grants. Returns how many canaries it showed. */
function expectShown(route: string, who: Subject, { body }: Opened): number {
  let found = 0;
  for (const what of shown[route] ?? []) {
    if (what !== "person" && !holds(who, what)) continue;
    const texts = what === "person" ? [personal(world.own.values.mark ?? "", who)] : (world.own.canaries[what] ?? []);
    expect(
      texts.some((text) => body.includes(text)),
      JSON.stringify({ route, who, what }),
    ).toBe(true);
    found += 1;
  }
  return found;
}

/** Headers that have bypassed checks in a proxy or framework in the past. */
const disguises: Record<string, string>[] = [
  { "x-middleware-subrequest": Array(5).fill("middleware").join(":") },
  { "x-middleware-subrequest": Array(5).fill("proxy").join(":") },
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { "x-forwarded-host": "localhost", "x-vang-path": "/sign-in" },
];

/** All of them in the deep run; otherwise each in turn, so that every route meets several and each meets many routes. */
const disguisesOf = (route: number, who: number) =>
  isDeep ? disguises : [disguises[(route + who) % disguises.length] ?? {}];

const isMember = (access: Access): access is Permission => access in holders;
const closed = Object.entries(routes).filter(([, access]) => outsiders.some((who) => result(access, who) !== "in"));
const personNamed = Object.keys(routes).filter(
  (route) => /\[(keyId|trackingId|trace|endpoint|logo|picture|topUpId|invoice)\]/.test(route) || queries[route],
);

test("every page, route and action of the build is in the table, and the table names no other", () => {
  const [pages, calls] = [builtRoutes(), [...new Set(builtActions().map(({ name }) => name))]];
  expect(pages.length).toBeGreaterThan(50);
  expect(calls.length).toBeGreaterThan(70);
  const [allRoutes, allActions] = [
    { ...routes, ...staffRoutes },
    { ...actions, ...staffCalls },
  ];
  expect([...pages, ...calls].filter((one) => !(one in allRoutes) && !(one in allActions))).toHaveLength(
    promised("K5"),
  );
  expect(pages.sort()).toEqual(Object.keys(allRoutes).sort());
  expect(calls.sort()).toEqual(Object.keys(allActions).sort());
});

test("every page and route has a mark of acceptance, and each that rejects a role has its notice", () => {
  const lacking = Object.entries(routes).filter(([, access]) => isMember(access) && holders[access].length < 5);
  expect(Object.keys(signs).sort()).toEqual(Object.keys(routes).sort());
  expect(Object.keys(notices).sort()).toEqual(lacking.map(([route]) => route).sort());
  expect(Object.keys({ ...shown, ...queries }).filter((route) => !(route in routes))).toEqual([]);
});

test("every permission has a canary that it shows, or an action that it lets change something", () => {
  const changed = Object.keys(forms).map((name) => actions[name]);
  const seen = new Set([...Object.values(shown).flat(), ...changed]);
  expect(Object.keys(holders).filter((permission) => !seen.has(permission as Permission))).toEqual([]);
});

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** What was tested, so that an empty list is noticed. */
const tried = { opened: 0, disguised: 0, foreign: 0, seen: 0, called: 0 };

describe("pages and routes", () => {
  beforeAll(async () => makeWorld({ pictures: true }));

  test.each(Object.entries(routes))("%s opens for exactly those the table names (%s)", async (route, access) => {
    for (const who of subjectsOf(access, shown[route])) {
      const opened = await open(route, who);
      const { status, location, body, html } = opened;
      const expected = result(access, who);
      const said = JSON.stringify({ route, who, expected, status, location });
      // The development pages show everything to anyone on this machine.
      if (access !== "development") expect(listLeaks(body, who, access === "anyone"), said).toEqual([]);
      if (expected === "in") {
        expectSign(route, who, opened);
        tried.seen += expectShown(route, who, opened);
      }
      if (expected === "notFound") expect(status, said).toBe(404);
      if (expected === "signIn" && status !== 404) {
        expect(status, said).toBe(307);
        expect(new URL(location, server.url).pathname, said).toBe("/sign-in");
      }
      if (expected === "forbidden") {
        const notice = notices[route] ?? "";
        expect(status, said).toBe(typeof notice === "number" ? notice : 403);
        if (typeof notice === "string") expect(html, said).toContain(translate("en", notice));
      }
      tried.opened += 1;
    }
  });

  test.each(closed)("%s: no header opens it for those who are rejected", async (route, access) => {
    const at = closed.findIndex(([name]) => name === route);
    for (const [index, who] of outsiders.filter((outsider) => result(access, outsider) !== "in").entries()) {
      for (const disguise of disguisesOf(at, index)) {
        const { body, status } = await open(route, who, world.own.values, disguise);
        expect(status).toBeLessThan(500);
        expect(listLeaks(body, who), JSON.stringify({ who, disguise })).toEqual([]);
        tried.disguised += 1;
      }
    }
  });

  test.each(personNamed)("%s shows nothing of another business, whatever id is in the URL", async (route) => {
    const values = { ...world.other.values, business: world.own.values.business ?? "" };
    const { status, body } = await open(route, "owner", values);
    expect(listLeaks(body, "owner")).toEqual([]);
    expect(status).toBe(queries[route] ? 200 : 404);
    tried.foreign += 1;
  });
});

/** Inputs that make an action change something in the business, or show a canary. */
const forms: Record<string, (values: Record<string, string>) => Record<string, string>> = {
  "lib/businesses/actions.ts renameBusinessAction": () => ({ name: "Tên mới" }),
  "lib/businesses/actions.ts setDataRulesAction": () => ({ retentionDays: "7", pinnedRegion: "" }),
  "lib/members/actions.ts setTwoFactorRuleAction": () => ({ required: "no" }),
  "lib/billing/invoice-details/actions.ts setInvoiceDetailsAction": () => ({
    legalName: "Tên khác",
    taxCode: "0100109106",
    address: "2 Tràng Tiền",
    email: "ke-toan@example.com",
  }),
  "lib/billing/refunds/actions.ts requestRefundAction": () => ({
    bin: "970436",
    accountNumber: "0123456789",
    holder: "CONG TY SACH NOI",
  }),
  "lib/businesses/actions.ts archiveBusinessAction": ({ name = "" }) => ({ name }),
  "lib/members/actions.ts offerOwnershipAction": ({ member = "" }) => ({ userId: member, shared: "yes" }),
  "lib/members/actions.ts inviteAction": () => ({ email: "another@example.com", role: "viewer" }),
  "lib/members/actions.ts resendInvitationAction": ({ invitation = "" }) => ({ id: invitation }),
  "lib/members/actions.ts cancelInvitationAction": ({ invitation = "" }) => ({ id: invitation }),
  "lib/members/actions.ts changeRoleAction": ({ member = "" }) => ({ userId: member, role: "developer" }),
  "lib/members/actions.ts removeMemberAction": ({ member = "" }) => ({ userId: member }),
  "lib/members/actions.ts leaveAction": () => ({}),
  "lib/keys/actions.ts createKeyAction": () => ({ name: "Khóa mới", "scopes[]": "tts:execute" }),
  "lib/keys/actions.ts editKeyAction": ({ keyId = "" }) => ({ id: keyId, name: "Tên khác", "scopes[]": "tts:execute" }),
  "lib/keys/actions.ts narrowKeyAction": ({ keyId = "" }) => ({ id: keyId, scope: "stt:execute" }),
  "lib/keys/actions.ts revokeKeyAction": ({ keyId = "" }) => ({ id: keyId }),
  "lib/keys/actions.ts rotateKeyAction": ({ keyId = "" }) => ({ id: keyId, overlap: "24" }),
  "lib/webhooks/endpoints/actions.ts createEndpointAction": () => ({ url: webhookUrl, "events[]": "tts.completed" }),
  "lib/webhooks/endpoints/actions.ts editEndpointAction": ({ endpoint = "" }) => ({
    id: endpoint,
    url: webhookUrl,
    "events[]": "tts.failed",
  }),
  "lib/webhooks/endpoints/actions.ts pauseEndpointAction": ({ endpoint = "" }) => ({ id: endpoint }),
  "lib/webhooks/endpoints/actions.ts resumeEndpointAction": ({ endpoint = "" }) => ({ id: endpoint }),
  "lib/webhooks/endpoints/actions.ts deleteEndpointAction": ({ endpoint = "" }) => ({ id: endpoint }),
  "lib/webhooks/endpoints/actions.ts rotateSecretAction": ({ endpoint = "" }) => ({ id: endpoint }),
  "lib/webhooks/endpoints/actions.ts revealSecretAction": ({ endpoint = "" }) => ({ id: endpoint }),
  "lib/webhooks/endpoints/actions.ts revealHeaderValueAction": ({ endpoint = "" }) => ({ id: endpoint }),
  "lib/webhooks/replays/actions.ts createReplayAction": ({ endpoint = "", delivery = "" }) => ({
    endpointId: endpoint,
    which: "chosen",
    "ids[]": delivery,
  }),
  "lib/webhooks/test-events/actions.ts sendTestAction": ({ endpoint = "" }) => ({
    endpointId: endpoint,
    type: "webhook.test",
  }),
  "lib/api-client/actions.ts createPlaygroundKeyAction": () => ({}),
  "lib/retention/actions.ts eraseAction": ({ trackingId = "" }) => ({ trackingId }),
  "lib/retention/actions.ts eraseSelectedAction": ({ trackingId = "" }) => ({ "trackingIds[]": trackingId }),
  "lib/trace/actions.ts shareTraceAction": ({ trackingId = "" }) => ({ id: trackingId }),
  "lib/speech/actions.ts savePronunciationAction": () => ({ written: "VTV", spoken: "vê tê vê" }),
};

/** Further valid inputs, of actions that need a recent proof. */
const dangerous: typeof forms = {
  "lib/account/actions.ts changeEmailAction": () => ({ email: "elsewhere@example.com" }),
  "lib/account/delete/actions.ts deleteAccountAction": () => ({ email: "elsewhere@example.com" }),
  "lib/businesses/actions.ts restoreBusinessAction": ({ business = "" }) => ({ slug: business }),
  "lib/keys/actions.ts endOldSecretAction": ({ keyId = "" }) => ({ id: keyId }),
  "lib/members/actions.ts confirmOwnershipAction": () => ({ id: newId("ownershipTransfer") }),
  "lib/passkeys/actions.ts removePasskeyAction": () => ({ id: "passkey" }),
  "lib/two-factor/actions.ts confirmTotpAction": () => ({ code: "123456" }),
};

/** Inputs of the two actions that only change this browser's language and theme. */
const choices = { locale: "en", theme: "dark" };

/** What an action needs before it can succeed. */
const preparations: Record<string, (businessId: string) => Promise<unknown>> = {
  "lib/webhooks/endpoints/actions.ts resumeEndpointAction": (businessId) =>
    db.webhookEndpoint.updateMany({ where: { businessId }, data: { pausedAt: clock.now() } }),
  "lib/billing/refunds/actions.ts requestRefundAction": (businessId) =>
    postTransfer(db, {
      debit: "adjustment",
      credit: { businessId, kind: "available" },
      amountMilli: 10_000n,
      kind: "top_up",
      reference: `test:${businessId}`,
    }),
};

/** Workers write these by themselves, at any time. */
const writtenByWorkers = ["uncharged_jobs", "credit_alerts"];

const tables = new Map<string, string[]>();

/** The tables with this column. Found once, since it is a slow query. */
async function findTables(column: string): Promise<string[]> {
  const known = tables.get(column);
  if (known) return known;
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = ${column} AND NOT table_name = ANY (${writtenByWorkers})
    ORDER BY 1`;
  expect(rows.length).toBeGreaterThan(10);
  const found = rows.map(({ name }) => name);
  tables.set(column, found);
  return found;
}

/** A digest of every row of `table` with one of these ids, and of every row that names one in `column`, by table. */
async function digestRows(table: string, column: string, ids: string[]): Promise<Record<string, string>> {
  const naming = await findTables(column);
  const parts = [{ name: table, by: "id" }, ...naming.map((name) => ({ name, by: column }))];
  const texts = parts.map(
    ({ name, by }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(r::text, '|' ORDER BY r::text), '')) AS digest
       FROM "${name}" r WHERE r."${by}" = ANY ($1)`,
  );
  const rows = await sql<{ name: string; digest: string }>(undefined, texts.join(" UNION ALL "), [ids]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

const digestBusiness = (businessId: string) => digestRows("businesses", "business_id", [businessId]);

/** Everything that an action can change and the next one would notice. */
async function digestWorld() {
  const { own, other, people } = world;
  const userIds = Object.values(people).map(({ userId }) => userId);
  const businesses = await digestRows("businesses", "business_id", [own.owner.businessId, other.owner.businessId]);
  return JSON.stringify([businesses, await digestRows("users", "user_id", userIds)]);
}

type Called = {
  status: number;
  /** Without the typed canary, which comes back with a rejected form. */
  body: string;
  state: { status?: string; message?: string };
  /** Other ways of success: it redirected, or stored a choice in a cookie. */
  redirect: string | null;
  choice: string | null;
};

async function call(action: BuiltAction, who: Subject, fields: Record<string, string>): Promise<Called> {
  const address = server.url + addressOf(action.route, world.own.values);
  const response = await callAction(address, action, world.cookies[who], fields);
  const text = await response.text();
  const typed = Object.values(fields).filter((value) => value.includes("canary"));
  const body = typed.reduce((rest, value) => rest.replaceAll(value, ""), text);
  const row = /1:(\{"status":.*\})$/m.exec(text)?.[1];
  const redirect = response.headers.get("x-action-redirect") ?? response.headers.get("location");
  const choice = /^vang\.(locale|theme)=/.exec(response.headers.get("set-cookie") ?? "")?.[1] ?? null;
  return { status: response.status, body, state: row ? JSON.parse(row) : {}, redirect, choice };
}

const findAction = (name: string): BuiltAction => {
  const action = builtActions().find((built) => built.name === name);
  if (!action) throw new Error(`the build has no ${name}`);
  return action;
};

const words = (code: ErrorCode) => translate("en", `errors.${code}`);
/** The message of each rejection; any other response means that the request was accepted. */
const rejections = (access: Access): Record<Exclude<Verdict, "in">, string> => ({
  signIn: access === "pending" ? translate("en", "auth.ticketOver") : words("NOT_SIGNED_IN"),
  notFound: translate("en", "forms.notMember"),
  forbidden: words("FORBIDDEN"),
});

describe("actions", () => {
  beforeEach(async () => {
    if (isSpent || Date.now() - world.madeAt > minutes(2)) await makeWorld({ pictures: false });
  });

  test.each(Object.entries(actions))("%s acts for exactly those the table names (%s)", async (name, access) => {
    const action = findAction(name);
    const { own, other } = world;
    const whole = await digestWorld();
    isSpent = true;
    const business = own.values.business ?? "";
    const form = forms[name]?.(own.values) ?? {};
    await preparations[name]?.(own.owner.businessId);
    const before = await digestBusiness(own.owner.businessId);
    await setFresh(proofs[name] === "none" ? new Date(0) : clock.now());
    const kept = subjectsOf(access).filter((who) => result(access, who) !== "in");
    const letIn = subjectsOf(access).filter((who) => result(access, who) === "in");
    expect(letIn.length).toBeGreaterThan(0);
    const messages = Object.values(rejections(access));

    for (const who of kept) {
      const { status, body, state } = await call(action, who, { ...form, business });
      const expected = result(access, who) as Exclude<Verdict, "in">;
      const said = JSON.stringify({ name, who, expected, status, body });
      expect(listLeaks(body, who), said).toEqual([]);
      // The proxy redirects some to sign in before the action runs.
      if (expected === "signIn" && status === 307) continue;
      expect(status, said).toBeLessThan(400);
      expect(state, said).toMatchObject({ status: "refused", message: rejections(access)[expected] });
    }
    if (isMember(access)) {
      const { status } = await call(action, "outsider", { ...form, business: other.values.business ?? "" });
      expect(status).toBeLessThan(500);
    }
    expect(await digestBusiness(own.owner.businessId), "someone who is kept out changed something").toEqual(before);

    for (const [index, who] of letIn.entries()) {
      const { status, body, state, redirect, choice } = await call(action, who, { ...form, ...choices, business });
      const said = JSON.stringify({ name, who, status, redirect, body: body.slice(0, 2000) });
      expect(status, said).toBeLessThan(400);
      expect(listLeaks(body, who), said).toEqual([]);
      expect(redirect ?? state.status ?? choice, said).toMatch(/^(done|refused|locale|theme|\/.*)$/);
      if (access !== "anyone") expect(messages, said).not.toContain(state.message);
      if (index > 0 || !forms[name]) continue;
      expect(redirect ?? state.status, said).not.toBe("refused");
      if (name.endsWith("setTwoFactorRuleAction")) continue;
      expect(await digestBusiness(own.owner.businessId), said).not.toEqual(before);
    }
    isSpent = (await digestWorld()) !== whole;
    tried.called += kept.length + letIn.length;
  });
});

/** When each of our people last proved their identity. */
const setFresh = (freshAt: Date) => {
  const sessionIds = Object.values(world.people).map(({ sessionId }) => sessionId);
  return db.session.updateMany({ where: { id: { in: sessionIds } }, data: { freshAt } });
};

describe("recent proof", () => {
  beforeAll(() => makeWorld({ pictures: false }));

  test("every action for people who are signed in says whether it needs one", () => {
    const signedIn = Object.entries(actions).filter(([, access]) => access === "viewer" || isMember(access));
    expect(Object.keys(proofs).sort()).toEqual(signedIn.map(([name]) => name).sort());
  });

  test.each(Object.keys(proofs).filter((name) => proofs[name] === "recent"))(
    "%s is rejected without one, and changes nothing",
    async (name) => {
      await setFresh(new Date(0));
      const before = await digestWorld();
      const form = (forms[name] ?? dangerous[name])?.(world.own.values) ?? {};
      const { state } = await call(findAction(name), "owner", { ...form, business: world.own.values.business ?? "" });
      expect(state, name).toMatchObject({ status: "refused", stepUp: ["password"] });
      expect(await digestWorld(), name).toBe(before);
    },
  );
});

test("nothing above was left out", () => {
  const keptOut = closed.map(([, access]) => outsiders.filter((who) => result(access, who) !== "in").length);
  expect(tried).toMatchObject({
    opened: sum(Object.entries(routes).map(([route, access]) => subjectsOf(access, shown[route]).length)),
    disguised: sum(keptOut) * disguisesOf(0, 0).length,
    foreign: personNamed.length,
    called: sum(Object.values(actions).map((access) => subjectsOf(access).length)),
  });
  expect(personNamed.length).toBeGreaterThan(18);
  expect(tried.seen).toBeGreaterThan(isDeep ? 60 : 40);
});
