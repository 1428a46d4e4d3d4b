// @module-tag promise
// @module-tag slow
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rotateKey } from "@/lib/keys/rotate";
import { createKey } from "@/lib/keys/service";
import { issueRecoveryCodes } from "@/lib/people/two-factor/recovery-codes";
import { startTotp } from "@/lib/people/two-factor/totp";
import { db, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { listKeptMails } from "@/lib/platform/mail/dev-mailbox";
import { makeKeySettings, makeMember, makeUser, makeViewer } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { captureLog } from "@/testing/harness/captured-log";
import { trials } from "@/testing/harness/deep";
import { mailIsSent } from "@/testing/harness/mailbox";
import { promised } from "@/testing/promises";
import { sendReset } from "./new-password";
import { sendVerification } from "./verify-email";

/** Three emails for each are queued at once: two with a link, and one about a key sent in a URL. */
const people = trials(undefined, 5, 30);

/** For each person, beside the one that is rotated. */
const spareKeys = 20;

let api: Awaited<ReturnType<typeof startApi>>;
let logged: () => string;

beforeAll(async () => {
  logged = captureLog();
  api = await startApi();
});

afterAll(() => api.close());

/** Every row of every table as text; bytes as hexadecimal. */
async function dump(): Promise<string> {
  const tables = await sql<{ name: string }>(
    "tables",
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    [],
  );
  const rows = await Promise.all(
    tables.map(({ name }) => sql<{ row: string }>(`dump ${name}`, `SELECT t::text AS row FROM "${name}" t`, [])),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join("\n");
}

/** A secret as it is and in the encodings that programs write. */
const writings = (secret: string) => {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString("hex"),
    // Base64 of a text depends on its offset in the bytes: the middle is the same at all offsets.
    ...[0, 1, 2].map((shift) =>
      Buffer.from(secret.slice((3 - shift) % 3))
        .toString("base64url")
        .slice(0, -2),
    ),
    ...[0, 1, 2].map((shift) =>
      Buffer.from(secret.slice((3 - shift) % 3))
        .toString("base64")
        .replace(/=+$/, "")
        .slice(0, -2),
    ),
  ];
};

const tokenOf = (text: string) => /(?:token=|\/link\/[\w-]+\/)([\w-]{20,})/.exec(text)?.[1] ?? "";

/** A person with everything we hand out once: keys, an app's seed, recovery codes, links, a session cookie. */
async function makeSecrets(): Promise<string[]> {
  const member = await makeMember();
  const viewer = await makeViewer({ userId: member.userId });
  const { id, secret } = await createKey(member, makeKeySettings());
  const spare: { secret: string }[] = [];
  while (spare.length < spareKeys) spare.push(await createKey(member, makeKeySettings()));
  const rotated = await rotateKey(member, id, "24");
  const { secret: seed } = await startTotp(viewer);
  const codes = await db.$transaction((tx) => issueRecoveryCodes(tx, member.userId));
  await Promise.all([sendReset({ ...viewer, id: viewer.userId }), sendVerification(await makeUser())]);
  const token = { sid: member.sessionId, uid: member.userId };
  const cookie = await encode({ token, secret: env.NEXTAUTH_SECRET });

  const use = (key: string) => api.call("GET", "/ai/voices", { key });
  await Promise.all([use(secret), use(rotated.secret), use(`${secret}x`), api.call("GET", `/ai/voices?key=${secret}`)]);
  return [secret, rotated.secret, ...spare.map((key) => key.secret), seed, ...codes, cookie];
}

test("neither the database nor the log holds a key, a seed, a recovery code, an emailed link or a session's token", async () => {
  const secrets: string[] = [];
  for (let person = 0; person < people; person += 5) {
    secrets.push(...(await Promise.all(Array.from({ length: 5 }, makeSecrets))).flat());
  }
  await mailIsSent();
  const links = (await listKeptMails()).flatMap(({ text }) => tokenOf(text) || []);
  expect(links).toHaveLength(2 * people);

  log.info({ seen: "control-canary" }, "what is written is found");
  const { businessId } = await makeMember({ name: "control-canary" });
  const held = `${await dump()}\n${logged()}`;
  expect(held.split("control-canary").length).toBeGreaterThan(2);
  expect(held).toContain(businessId);

  const found = [...secrets, ...links].filter((secret) => writings(secret).some((written) => held.includes(written)));
  expect(found).toHaveLength(promised("K2"));
  expect(secrets.length + links.length).toBeGreaterThan(people * 34);
}, 180_000);
