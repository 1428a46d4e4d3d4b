import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { composeMail } from "./compose";
import { findKeptMail, listKeptMails } from "./dev-mailbox";
import { sendMail } from "./send";

const plain = { to: "minh@example.com", subject: "Chào bạn", text: "Xin chào", html: "<p>Xin chào</p>" };

test("without an SMTP server an email is stored as a message and for the development page", async () => {
  await sendMail(plain);

  const [kept] = await listKeptMails();
  expect(kept).toMatchObject(plain);
  const message = readFileSync(join(process.env.VANG_DATA ?? "", "mail", `${kept?.id}.eml`), "utf8");
  expect(message).toMatch(/^To: minh@example\.com\r?$/m);
  expect(message).toMatch(/^Subject: =\?UTF-8\?/m);
});

test.each([{ to: "minh@example.com\r\nBcc: all@example.com" }, { subject: "Chào\nBcc: all@example.com" }])(
  "nothing typed can add a header: %j",
  async (change) => {
    const before = readdirSync(join(process.env.VANG_DATA ?? "", "mail")).length;
    await expect(sendMail({ ...plain, ...change })).rejects.toThrow("one line");
    expect(readdirSync(join(process.env.VANG_DATA ?? "", "mail"))).toHaveLength(before);
  },
);

test("a path is not an email's id", async () => {
  expect(await findKeptMail("../secrets")).toBeNull();
});

test("markup in a name is shown as text in the HTML", () => {
  const name = `<img src=x onerror="alert(1)"> & 'con'`;
  const { html, text } = composeMail("vi", "verify", { name, link: "http://localhost:3000/verify?token=a", hours: 24 });

  expect(html).not.toContain("<img");
  expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;con&#39;");
  expect(text).toContain(name);
});

test.each(["vi", "en"] as const)("an email in %s has all its text and its link in both forms", (locale) => {
  for (const kind of ["verify", "taken"] as const) {
    const link = "http://localhost:3000/somewhere";
    const mail = composeMail(locale, kind, { name: "Minh", link, hours: 24 });
    expect(mail.subject + mail.text + mail.html).not.toMatch(/\bmail\./);
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link}"`);
  }
});
