// @module-tag promise
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Operator } from "@/lib/access/principals/operator";
import type { StaffRole } from "@/lib/access/principals/roles";
import { staffRoles } from "@/lib/access/principals/roles";
import type { StaffMember } from "@/lib/access/principals/staff";
import { endSession } from "@/lib/access/sessions/service";
import { requestAdjustment } from "@/lib/money/adjustments/adjust-credit";
import { notificationContext } from "@/lib/money/bank/notifications/receive-notification";
import { createClaim } from "@/lib/money/claims/service";
import { requestRefund } from "@/lib/money/refunds/request";
import { enterCredit } from "@/lib/money/top-ups/entered";
import { openIncident } from "@/lib/operator/incidents/incidents";
import { createDataRequest } from "@/lib/people/data-requests/service";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encryption";
import { translate } from "@/lib/platform/i18n/translate";
import { newId } from "@/lib/platform/ids";
import { ingest } from "@/lib/speech/history/ingest";
import { makeCaller, makeMember, makeViewer } from "@/prisma/factories";
import { makeRecognized } from "@/prisma/speech-factories";
import { makeStaff } from "@/prisma/staff-factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { staffCalls, staffHolders, staffRoutes } from "@/testing/corpora/staff-access-table";
import { bankReports } from "@/testing/harness/bank-books";
import { addressOf, builtActions, callAction, sessionCookieOf } from "@/testing/harness/console-walk";
import type { OwnServer } from "@/testing/harness/own-server";
import { sharedConsole } from "@/testing/harness/shared-console";

// Someone on the staff in each role, and everyone who is kept out: `bare` has a role and no second factor, `demoted`
// had one, `late` has a role and a session that began eight hours ago.
const outsiders = ["anonymous", "ended", "late", "owner", "bare", "demoted"] as const;
type Subject = (typeof outsiders)[number] | StaffRole;

type Person = { userId: string; sessionId: string };
const people: Partial<Record<Subject, Person>> = {};
const cookies: Partial<Record<Subject, string>> = {};
/** What no page of the desk shows. */
const secrets: string[] = [];
/** What the pages of single things show, by the name of their parameter. */
const values: Record<string, string> = {};
let server: OwnServer;

beforeAll(async () => {
  server = await sharedConsole();
  const owner = await makeMember();
  people.owner = owner;
  const { keyId } = await makeCaller({ businessId: owner.businessId });
  const job = await makeRecognized({ businessId: owner.businessId, keyId }, "canary-transcript-of-a-partner");
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  await makeEndpoint(owner, { header: { name: "X-Hook-Token", value: "canary-header-of-a-partner" } });
  secrets.push("canary-transcript-of-a-partner", "canary-header-of-a-partner", "whsec_");
  values.business = owner.businessId;
  const claim = { amountVnd: 1000, transferredAt: clock.now(), reference: "", note: "" };
  values.transfer = await bankReports();
  values.claim = await createClaim(owner, claim);
  const paid = { amountVnd: 200_000n, reference: newId("request"), reason: "x" };
  await enterCredit(await makeStaff("finance"), await getBusiness(owner.businessId), paid);
  values.refund = await requestRefund(owner, { bin: "970436", accountNumber: "0123456789", holder: "SACH NOI" });
  await createDataRequest(await makeViewer({ userId: owner.userId }), { kind: "access", text: "x" });
  const ours = { where: { userId: owner.userId }, select: { id: true } };
  values.request = (await db.dataRequest.findFirstOrThrow(ours)).id;
  for (const role of staffRoles) people[role] = await makeStaff(role);
  values.notification = newId("bankNotification");
  const [receivedAt, body] = [clock.now(), Buffer.from("canary-payer-of-a-notification").toString("base64")];
  secrets.push("canary-payer-of-a-notification");
  await db.bankNotification.create({
    data: {
      ...{ id: values.notification, provider: "sepay", network: "127.0.0.0/24", status: "unrecorded", receivedAt },
      ...{ dueAt: receivedAt, contentType: "application/json" },
      encryptedBody: encrypt(body, notificationContext(values.notification)),
    },
  });
  const texts = { titleVi: "x", titleEn: "x", textVi: "x", textEn: "x" };
  values.incident = await openIncident({ email: "root", via: "terminal" } as Operator, {
    ...texts,
    ...{ region: "", services: ["tts"], impact: "degraded" },
  });
  const entered = { kind: "goodwill", amountVnd: 1000n, reference: "HD 1", reason: "x" } as const;
  const large = { ...entered, amountVnd: 90_000_000n, reference: "HD 2" };
  await requestAdjustment(people.finance as StaffMember, owner.businessId, large);
  values.act = (await db.moneyAct.findFirstOrThrow({ where: { status: "open" }, select: { id: true } })).id;
  values.adjustment = (await requestAdjustment(people.finance as StaffMember, owner.businessId, entered)).id;
  for (const who of ["ended", "late", "demoted"] as const) people[who] = await makeStaff("admin");
  people.bare = await makeMember();
  await db.staffMember.create({ data: { userId: people.bare.userId, role: "admin", grantedAt: clock.now() } });
  await db.staffMember.delete({ where: { userId: people.demoted?.userId } });
  await endSession(people.ended?.sessionId ?? "");
  const createdAt = new Date(+clock.now() - hours(8));
  await db.session.update({ where: { id: people.late?.sessionId }, data: { createdAt } });
  for (const [who, person] of Object.entries(people)) cookies[who as Subject] = await sessionCookieOf(person);
}, 180_000);

const headersOf = (who: Subject) => ({ cookie: `${cookies[who] ?? ""}; vang.locale=en` });

async function open(route: string, who: Subject) {
  const response = await fetch(server.url + addressOf(route, values), { headers: headersOf(who), redirect: "manual" });
  const body = await response.text();
  const location = response.headers.get("location");
  const heading = (/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1] ?? "").replace(/<[^>]*>/g, "");
  expect(
    secrets.filter((secret) => body.includes(secret)),
    `${route} for ${who}`,
  ).toEqual([]);
  return { status: response.status, path: location && new URL(location, server.url).pathname, body, heading };
}

describe.each(Object.entries(staffRoutes))("%s", (route, { right, sign }) => {
  const isPage = route.endsWith("/page");

  test("is closed to members, without a second factor, after eight hours and after a demotion", async () => {
    for (const who of outsiders) {
      const { status, path } = await open(route, who);
      const answer = status === 307 ? path : status;
      const signIn = isPage || who === "anonymous" ? "/sign-in" : 404;
      const expected = { owner: 404, demoted: 404, bare: isPage ? "/account/security" : 404 }[who as "owner"] ?? signIn;
      expect(answer, `${route} for ${who}`).toBe(expected);
    }
  });

  test("opens for the roles with its right", async () => {
    expect(staffRoles.length).toBeGreaterThan(2);
    for (const who of staffRoles) {
      const { status, body, heading } = await open(route, who);
      const said = `${route} for ${who}: ${status} ${heading}`;
      if (!staffHolders[right].includes(who)) {
        if (isPage) expect(body, said).toContain(translate("en", "operator.forbidden"));
        else expect(status, said).toBe(403);
        continue;
      }
      if ("status" in sign) expect(status, said).toBe(sign.status);
      else expect(status, said).toBe(200);
      if ("heading" in sign) expect(heading, said).toBe(translate("en", sign.heading));
      if ("text" in sign) expect(body, said).toContain(sign.text);
    }
  });
});

async function call(name: string, who: Subject): Promise<{ message?: string; stepUp?: string[] } | "signIn"> {
  const action = builtActions().find((built) => built.name === name);
  if (!action) throw new Error(`the build has no ${name}`);
  const response = await callAction(server.url + addressOf(action.route, values), action, cookies[who] ?? "", {});
  // The proxy redirects those without a session before the action runs.
  if (response.status === 307) return "signIn";
  const row = /1:(\{"status":.*\})$/m.exec(await response.text())?.[1];
  return row ? JSON.parse(row) : {};
}

const setFresh = (freshAt: Date) =>
  db.session.updateMany({
    where: { id: { in: Object.values(people).map(({ sessionId }) => sessionId) } },
    data: { freshAt },
  });

describe.each(Object.entries(staffCalls))("%s", (name, { right, proof }) => {
  const words = (id: string) => ({ status: "refused", message: translate("en", id) });
  beforeEach(() => setFresh(clock.now()));

  test("acts for the roles with its right and for no one else", async () => {
    expect(await call(name, "anonymous")).toBe("signIn");
    for (const who of ["ended", "late"] as const)
      expect(await call(name, who), who).toMatchObject(words("errors.NOT_SIGNED_IN"));
    for (const who of ["owner", "demoted"] as const)
      expect(await call(name, who), who).toMatchObject(words("forms.gone"));
    expect(await call(name, "bare")).toMatchObject(words("operator.factorRequired"));
    for (const who of staffRoles) {
      const holds = staffHolders[right].includes(who);
      const answer = await call(name, who);
      if (holds) expect(answer, who).not.toMatchObject(words("errors.FORBIDDEN"));
      else expect(answer, who).toMatchObject(words("errors.FORBIDDEN"));
    }
  });

  test.runIf(proof === "recent")("asks for a recent proof of identity", async () => {
    await setFresh(new Date(0));
    const [who = "admin"] = staffHolders[right];
    expect(await call(name, who)).toMatchObject({ status: "refused", stepUp: ["code", "recoveryCode"] });
  });
});
