// @module-tag slow
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { domainToASCII } from "node:url";
import fc from "fast-check";
import { SMTPServer } from "smtp-server";
import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { newId } from "@/lib/platform/ids";
import { makeUser, makeViewer } from "@/prisma/factories";
import { trials } from "@/testing/harness/deep";
import { mailIsSent } from "@/testing/harness/mailbox";
import { confirmEmailChange, requestEmailChange } from "./change-email";
import { deleteAccount } from "./delete-account";
import { changePassword, requestReset, resetPassword } from "./new-password";
import { hashPassword } from "./password";
import { changeEmailSchema, forgotSchema, profileSchema } from "./schema";
import { undoEmailChange } from "./undo-email";

type Received = { to: string[]; message: string };
const received: Received[] = [];

/** The SMTP server here shows a domain in Unicode; on the wire it is ASCII. */
const asSent = (address: string) => address.replace(/[^@]+$/, domainToASCII);

const server = new SMTPServer({
  authOptional: true,
  disableReverseLookup: true,
  disabledCommands: ["STARTTLS"],
  async onData(stream, { envelope }, done) {
    const message = await text(stream);
    received.push({ to: envelope.rcptTo.map(({ address }) => asSent(address)), message });
    done();
  },
});
const listening = server.listen(0, "127.0.0.1");
await once(listening, "listening");
process.env.SMTP_URL = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;

afterAll(() => new Promise<void>((closed) => server.close(closed)));

const quoted = (encoded: string) =>
  Buffer.from(
    encoded
      .replace(/=\r?\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();

/** A header's text from its encoded words (RFC 2047). */
function header(message: string, name: string): string {
  const folded = new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, "m").exec(message)?.[1] ?? "";
  const joined = folded.replace(/\r\n/g, "").replace(/\?=\s+=\?/g, "?==?");
  return joined.replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/g, (_, kind, encoded) =>
    kind === "B" ? Buffer.from(encoded, "base64").toString() : quoted(encoded.replaceAll("_", " ")),
  );
}

/** A message's decoded part of one type. */
function part(message: string, type: string): string {
  // The whole line, because a token can begin with two dashes.
  const boundary = /boundary="([^"]+)"/.exec(message)?.[1] ?? "";
  const [, encoding, body] =
    new RegExp(
      `Content-Type: ${type}[^]*?Content-Transfer-Encoding: (\\S+)[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--${boundary}`,
    ).exec(message) ?? [];
  if (encoding === "base64") return Buffer.from(body ?? "", "base64").toString();
  return encoding === "quoted-printable" ? quoted(body ?? "") : (body ?? "");
}

async function mailTo(address: string, subject: string): Promise<Received | undefined> {
  await mailIsSent();
  return received.findLast(({ to, message }) => to.includes(address) && header(message, "Subject") === subject);
}

/** The token of the link in such an email, after its two forms were compared. */
async function readMail(locale: Locale, kind: string, address: string): Promise<string> {
  const mail = await mailTo(address, translate(locale, `mail.${kind}.subject`));
  expect(mail?.to, `${kind} in ${locale}`).toEqual([address]);
  const [plain, html] = [part(mail?.message ?? "", "text/plain"), part(mail?.message ?? "", "text/html")];
  const action = translate(locale, `mail.${kind}.action`);
  expect(html).toContain(`<html lang="${locale}">`);
  expect(plain).toContain(action);
  expect(html.replaceAll("&#39;", "'")).toContain(action);
  const link = /https?:\S+/.exec(plain)?.[0] ?? "";
  expect(html).toContain(`href="${link}"`);
  return /\/link\/[\w-]+\/([\w-]{43})$/.exec(link)?.[1] ?? "";
}

const password = "con mèo trèo cây cau";
const passwordHash = await hashPassword(password);

test.each(["vi", "en"] as const)(
  "each account email is delivered by SMTP in %s, as text and HTML alike",
  async (locale) => {
    const before = await makeViewer({ passwordHash });
    const { userId, email } = before;
    await db.user.update({ where: { id: userId }, data: { locale } });
    const [address, owner] = [`${newId("mail")}@example.com`, await makeUser()];

    await requestReset(email, newId("request"));
    await resetPassword(await readMail(locale, "resetPassword", email), "hỏi thăm chú chuột");
    await readMail(locale, "passwordChanged", email);
    const viewer = { ...(await makeViewer({ userId })), locale };
    await changePassword(viewer, { password: "hỏi thăm chú chuột", newPassword: password });

    await requestEmailChange(viewer, owner.email);
    await readMail("vi", "emailWanted", owner.email);
    await requestEmailChange(viewer, address);
    await readMail(locale, "emailAsked", email);
    await confirmEmailChange(await readMail(locale, "confirmEmail", address));
    await undoEmailChange(await readMail(locale, "emailChanged", email));
    await readMail(locale, "emailRestored", email);
    await deleteAccount({ ...(await makeViewer({ userId })), locale }, email);
    await readMail(locale, "accountDeleted", email);
  },
);

test("a confirmed email is stored, used and shown as one text, in whatever form it was typed", async () => {
  const odd = fc.constantFrom(
    "ＭＩＮＨ",
    "mi\u212Aa",
    "ｏ'brien",
    "ﬁ",
    "①",
    "a.b",
    "x+y",
    " Đ",
    "ĸ",
    "İ",
    "ß",
    "ａ\u0301",
  );
  const count = trials(undefined, 20, 80);
  const typed = fc.tuple(
    odd,
    fc.nat(1e6),
    fc.constantFrom("Example.COM", "ｅｘａｍｐｌｅ．ｃｏｍ", "xn--bcher-kva.example"),
  );
  const accepted = fc
    .sample(typed, { numRuns: count, seed: 7 })
    // What follows a plus sign does not make another mailbox, and each mailbox gets few emails in an hour.
    .map(([local, number, domain]) => `${local.replace("+", `${number}+`)}${number}@${domain}`)
    .map((email) => changeEmailSchema.safeParse({ email }).data?.email)
    .filter((address) => address !== undefined);
  expect(accepted.length).toBeGreaterThan(count / 3);

  await Promise.all(
    [...new Set(accepted)].map(async (address) => {
      const viewer = await makeViewer();
      await requestEmailChange(viewer, address);
      await confirmEmailChange(await readMail("vi", "confirmEmail", address));
      expect(await db.user.findUnique({ where: { id: viewer.userId } })).toMatchObject({ email: address });
      const notice = await mailTo(viewer.email, translate("vi", "mail.emailChanged.subject"));
      expect(part(notice?.message ?? "", "text/plain")).toContain(`${address}.`);
      expect(part(notice?.message ?? "", "text/html").replaceAll("&#39;", "'")).toContain(`${address}.`);
    }),
  );
});

test("no line break in a name or an email reaches a header", () => {
  const profile = { name: "Minh", phone: "", locale: "vi", timeZone: "Asia/Ho_Chi_Minh" };
  fc.assert(
    fc.property(fc.constantFrom("\r\n", "\n", "\r", "\u0085", "\u2028", "\0"), fc.string(), (separator, rest) => {
      const injected = `minh${separator}Bcc: all@example.com${rest}`;
      expect(profileSchema.safeParse({ ...profile, name: injected }).data?.name ?? "").not.toMatch(/[\r\n\0\u0085]/);
      expect(forgotSchema.safeParse({ email: `${injected}@example.com` }).success).toBe(false);
    }),
  );
});
