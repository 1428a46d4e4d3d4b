import sharp from "sharp";
import { expect, vi } from "vitest";
import { recordAudit } from "@/lib/access/audit/record";
import type { Member } from "@/lib/access/principals/member";
import type { Permission } from "@/lib/access/principals/roles";
import type { Viewer } from "@/lib/access/principals/viewer";
import { endSession } from "@/lib/access/sessions/service";
import { inviteMember } from "@/lib/businesses/members/invite";
import { setLogo } from "@/lib/businesses/profile";
import { createServiceAccount } from "@/lib/keys/accounts/accounts";
import { setInvoiceDetails } from "@/lib/money/invoices/details/service";
import { issueDue } from "@/lib/money/invoices/issue";
import { requestInvoice } from "@/lib/money/invoices/request";
import { createTopUp } from "@/lib/money/top-ups/create";
import { setOwnPicture } from "@/lib/people/account/profile";
import { clock, minutes } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { formatMonth } from "@/lib/platform/i18n/format";
import { translate } from "@/lib/platform/i18n/translate";
import { newId } from "@/lib/platform/ids";
import { vietnamMonth } from "@/lib/platform/vietnam-time";
import { ingest } from "@/lib/speech/history/ingest";
import { shareTrace } from "@/lib/speech/trace/share";
import { makeMember } from "@/prisma/factories";
import { makeLongJob, makeRecognized } from "@/prisma/speech-factories";
import { makeAttempts, makeEndpoint, makePastDelivery } from "@/prisma/webhook-factories";
import { webhookUrl } from "@/testing/corpora/action-forms";
import { holds, roles, type Subject } from "./access-subjects";
import { pendingCookieOf, sessionCookieOf } from "./console-walk";

/**
 * The canary texts of a business, by the permission that shows them. Each is found in a response by any of its texts.
 */
type Canaries = Partial<Record<Permission, string[]>>;
type Tenant = { owner: Member; values: Record<string, string>; canaries: Canaries };
export type World = {
  /** Of the console. */
  url: string;
  own: Tenant;
  other: Tenant;
  people: Partial<Record<Subject, Member>>;
  cookies: Record<Subject, string>;
  madeAt: number;
};

type Options = {
  pictures: boolean;
  /** The second business, of a world in which nothing changed it. */
  other?: Tenant;
};

/** Two businesses full of canaries, and people: a member of the first in each role, and the owner of the second. */
export async function makeWorld(url: string, { pictures, other: unchanged }: Options): Promise<World> {
  const mark = newId("request").slice(-8);
  const own = await makeTenant(`own-${mark}`, 7_654_321n, pictures);
  const other = unchanged ?? (await makeTenant(`other-${mark}`, 1_928_374n, pictures));
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
  return { url, own, other, people, cookies, madeAt: Date.now() };
}

export const personal = (mark: string, who: string) => `canary-person-${mark}-${who}`;

/** A day of a value of metadata, which can be forgotten. */
const usedByAcme = {
  name: "customer",
  value: "acme",
  day: new Date("2026-01-01"),
  service: "tts",
  modelId: "any",
  voiceId: "",
  region: "VN",
  result: "completed",
  api: "vang",
  jobs: 1,
  characters: 1n,
  audioMs: 1n,
  amountMilli: 1n,
} as const;

async function makeTenant(mark: string, dong: bigint, pictures: boolean): Promise<Tenant> {
  const name = `Công ty canary-name-${mark}`;
  const owner = await makeMember({ name, creditMilli: dong * 1000n });
  const { businessId } = owner;
  const keyName = `canary-key-${mark}`;
  const keyId = newId("key");
  const row = { id: keyId, businessId, name: keyName, fingerprint: keyId, pepperId: 1, hint: "abcd" };
  await db.apiKey.create({ data: { ...row, scopes: ["tts:execute", "stt:execute"] } });
  const account = await createServiceAccount(owner, { name: keyName, scopes: ["tts:execute"] });
  const job = await makeRecognized({ businessId, keyId }, `canary-transcript-${mark}`);
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  const { id: longJob } = await makeLongJob(businessId, { id: newId("tts"), service: "tts" });
  await db.usageMetadataDay.create({ data: { ...usedByAcme, businessId, keyId } });
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
  const shared = await shareTrace(owner, job.trackingId, true);
  const before = { name: `canary-audit-${mark}` };
  await recordAudit(db, owner, { action: "business.renamed", before, after: { name } });
  const values: Record<string, string> = {
    business: owner.businessSlug,
    name,
    keyId,
    serviceAccount: account.id,
    keyName,
    trackingId: job.trackingId,
    trace: job.trackingId,
    job: longJob,
    run: `playground-${crypto.randomUUID()}`,
    sharedLink: new URL(shared).searchParams.get("link") ?? "",
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

/** The canaries of both businesses and of all people that are in this body and should not be. */
export function listLeaks(world: World, body: string, who: Subject, isPublic = false): string[] {
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
