import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import type { KeyMode } from "@/lib/access/principals/mode";
import type { Role } from "@/lib/access/principals/roles";
import { type Scope, speechScopes } from "@/lib/access/principals/scopes";
import type { Viewer } from "@/lib/access/principals/viewer";
import { type KeySettings, type NewKey, newKeySchema } from "@/lib/keys/schema";
import { fingerprint, mintSecret } from "@/lib/keys/secret";
import { openWallet } from "@/lib/money/wallet/accounts";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { attemptMethods, badResults, goodResults } from "@/lib/people/sign-in-log/schema";
import { encryptSeed, newSeed } from "@/lib/people/two-factor/totp";
import { clock, hours } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

// Rows for tests and for the demo data. Factories write sessions and keys directly, without authentication.

/** Matches no password; hashing a real one would cost each test 13 ms. */
const noPassword = "$argon2id$v=19$m=19456,t=2,p=1$bm9wYXNzd29yZA$bm9wYXNzd29yZA";

type UserOptions = { email?: string; name?: string; passwordHash?: string; emailVerifiedAt?: Date | null };

/** A person with a verified address unless specified otherwise. */
export function makeUser({ email, name = "Nguyễn Thị Minh", passwordHash, emailVerifiedAt }: UserOptions = {}) {
  const id = newId("user");
  return db.user.create({
    data: {
      id,
      email: email ?? `${id}@example.com`,
      name,
      passwordHash: passwordHash ?? noPassword,
      emailVerifiedAt: emailVerifiedAt === undefined ? clock.now() : emailVerifiedAt,
    },
  });
}

type BusinessOptions = {
  name?: string;
  slug?: string;
  creditMilli?: bigint;
  requestsPerMinute?: number;
  concurrentCalls?: number;
};

/** A business with a wallet of `creditMilli` and practically without limits. */
export function makeBusiness({
  name = "Công ty Sách Nói",
  slug,
  creditMilli = 0n,
  requestsPerMinute = 1_000_000,
  concurrentCalls = 10_000,
}: BusinessOptions = {}) {
  const id = newId("business");
  return db.$transaction(async (tx) => {
    const business = await tx.business.create({
      data: { id, name, slug: slug ?? id.replace("_", "-"), requestsPerMinute, concurrentCalls },
    });
    await openWallet(tx, id);
    if (creditMilli > 0n) {
      await postTransfer(tx, {
        debit: "promotion",
        credit: { businessId: id, kind: "available" },
        amountMilli: creditMilli,
        kind: "welcome",
        reference: `test:${newId("transfer")}`,
      });
    }
    return business;
  });
}

/** The device of test persons. */
const device = {
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
};

export function makeSession(userId: string) {
  const now = clock.now();
  return db.session.create({
    data: {
      id: newId("session"),
      userId,
      ...device,
      createdAt: now,
      lastSeenAt: now,
      freshAt: now,
      expiresAt: new Date(+now + hours(12)),
    },
  });
}

/** A sign-in attempt of each outcome, from known and unknown browsers. */
export async function makeSignIns(userId: string): Promise<void> {
  const now = clock.now();
  const agents = [device.userAgent, "curl/8.5.0", null];
  const addresses = [device.ip, "2001:db8:85a3:8d3:1319:8a2e:370:7348", null];
  await db.signInEntry.createMany({
    data: [...goodResults, ...badResults].map((result, index) => ({
      id: newId("signIn"),
      userId,
      result,
      method: attemptMethods[index % attemptMethods.length] ?? "password",
      ip: addresses[index % 3],
      userAgent: agents[index % 3],
      createdAt: new Date(+now - hours(index * 7)),
    })),
  });
}

/** A signed-in person without a business, unless they already have one. */
export async function makeViewer(options: UserOptions & { userId?: string } = {}): Promise<Viewer> {
  const user = options.userId
    ? await db.user.findUniqueOrThrow({ where: { id: options.userId } })
    : await makeUser(options);
  const { id: userId, email, name, locale, localeChosen, timeZone, pictureId } = user;
  const { id: sessionId, freshAt } = await makeSession(userId);
  const proof = {
    userId,
    sessionId,
    email,
    name,
    locale,
    chosenLocale: localeChosen ? locale : null,
    timeZone,
    pictureId,
    freshAt,
    hasSecondFactor: false,
    device,
  };
  return proof as Viewer;
}

/** A passkey without a device: for lists and rules, not for signing in. */
export function makePasskey(userId: string, options: { name?: string; backedUp?: boolean; lastUsedAt?: Date } = {}) {
  const unknown = { id: newToken(), publicKey: new Uint8Array(77), transports: ["internal"] };
  return db.passkey.create({
    data: { ...unknown, userId, name: "iCloud Keychain", backedUp: true, createdAt: clock.now(), ...options },
  });
}

type MemberOptions = BusinessOptions & { role?: Role; userId?: string; businessId?: string };

/** A signed-in member: a new person, and a new business unless `businessId` is given. */
export async function makeMember({ role = "owner", ...options }: MemberOptions = {}): Promise<Member> {
  const userId = options.userId ?? (await makeUser()).id;
  const business = options.businessId
    ? await db.business.findUniqueOrThrow({ where: { id: options.businessId } })
    : await makeBusiness(options);
  await db.membership.create({ data: { userId, businessId: business.id, role } });
  const { id: sessionId, freshAt } = await makeSession(userId);
  const proof = { userId, sessionId, freshAt, businessId: business.id, businessSlug: business.slug, role, device };
  return proof as unknown as Member;
}

type CallerOptions = BusinessOptions & { scopes?: readonly Scope[]; businessId?: string; mode?: KeyMode };

/** An authenticated request with a valid key; the key's row exists, its secret does not. */
export async function makeCaller({
  scopes = speechScopes,
  mode = "live",
  ...options
}: CallerOptions = {}): Promise<Caller> {
  const businessId = options.businessId ?? (await makeBusiness(options)).id;
  const key = await db.apiKey.create({
    data: {
      id: newId("key"),
      mode,
      businessId,
      name: "Production server",
      fingerprint: newToken(),
      pepperId: 1,
      hint: "abcd",
      scopes: [...scopes],
    },
  });
  const { retentionDays } = await db.business.findUniqueOrThrow({ where: { id: businessId } });
  const proof = { keyId: key.id, keyHint: "abcd", mode, businessId, scopes, retentionDays };
  return proof as unknown as Caller;
}

/** The values of the form for a key. */
export const makeKeySettings = (options: Partial<NewKey> = {}): KeySettings =>
  newKeySchema.parse({ name: "Production server", scopes: ["tts:execute"], ...options });

/** A valid key's secret, for a real request. */
export async function makeKey(
  member: Member,
  scopes: readonly Scope[] = speechScopes,
  mode: KeyMode = "live",
): Promise<string> {
  const secret = mintSecret(mode);
  await db.apiKey.create({
    data: {
      id: newId("key"),
      mode,
      businessId: member.businessId,
      name: "Production server",
      hint: secret.slice(-4),
      scopes: [...scopes],
      ...fingerprint(secret),
    },
  });
  return secret;
}

/** A person with a confirmed authenticator app; `secret` is the app's. Recovery codes are not created. */
export async function makeConfirmedApp(options: UserOptions = {}): Promise<{ userId: string; secret: string }> {
  const { id: userId } = await makeUser(options);
  const secret = newSeed();
  await db.totpFactor.create({
    data: { userId, encryptedSeed: encryptSeed(userId, secret), confirmedAt: clock.now() },
  });
  return { userId, secret };
}

/** A suspended business, without the emails and the audit entries of a real suspension. */
export const suspend = (businessId: string, reason: string) =>
  db.business.update({ where: { id: businessId }, data: { suspendedAt: clock.now(), suspendedReason: reason } });

/** Sets the last authentication of all of a person's sessions to an hour ago. */
export const makeStale = (userId: string) =>
  db.session.updateMany({ where: { userId }, data: { freshAt: new Date(+clock.now() - hours(1)) } });

/** A price that is agreed with one business, from now on or from a moment on. Returns its id. */
export async function makePrice(
  businessId: string,
  { modelId = "vang-espeak", priceVnd, from }: { modelId?: string; priceVnd: number; from?: Date },
): Promise<string> {
  const [id, createdAt] = [newId("price"), clock.now()];
  const unit = modelId === "vang-espeak" ? "1000_characters" : "second";
  const price = { id, modelId, businessId, from: from ?? createdAt, priceVnd, unit, source: "operator", createdAt };
  await db.price.create({ data: price, select: { id: true } });
  return id;
}
