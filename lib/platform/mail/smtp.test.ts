// @module-tag promise
// @module-tag slow
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { listKeptMails } from "./dev-mailbox";
import { mailIsSent, queueMail, sendMail } from "./send";

const recipients: string[] = [];
const lines: string[] = [];
let busy = 0;

/** A minimal SMTP server: it records the recipient of each message, and can say that it is busy. */
async function serveMail(socket: Socket) {
  const say = (line: string) => socket.write(`${line}\r\n`);
  say("220 sink");
  let inBody = false;
  for await (const line of createInterface({ input: socket })) {
    if (inBody && line !== ".") {
      lines.push(line);
      continue;
    }
    inBody = line === "DATA";
    if (line.startsWith("RCPT") && busy-- > 0) say("451 busy");
    else if (line.startsWith("RCPT")) say(`250 ${recipients.push(line.slice("RCPT TO:".length))}`);
    else say(inBody ? "354 go on" : line === "QUIT" ? "221 bye" : "250 fine");
  }
}

const server = createServer((socket) => void serveMail(socket)).listen(0, "127.0.0.1");
await once(server, "listening");
process.env.SUPPORT_EMAIL = "help@example.com";
process.env.SMTP_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;

afterAll(() => void server.close());

const mail = { subject: "Chào bạn", text: "Xin chào", html: "<p>Xin chào</p>" };

test("with an SMTP server an email goes to exactly its recipient, and none is stored here", async () => {
  for (const to of ["minh@example.com", "o'brien+api@mail.example.co.uk", "a@xn--bcher-kva.example"]) {
    recipients.length = 0;
    await sendMail({ ...mail, to });
    expect(recipients).toEqual([`<${to}>`]);
  }
  expect(await listKeptMails()).toEqual([]);
});

test("a queued email waits out a busy server and is sent once", async () => {
  recipients.length = 0;
  busy = 1;
  queueMail({ ...mail, to: "minh@example.com" });

  await mailIsSent();
  expect(recipients).toEqual(["<minh@example.com>"]);
});

test("a reply to one of our emails goes to the support address", async () => {
  lines.length = 0;
  await sendMail({ ...mail, to: "minh@example.com" });
  expect(lines).toContain("Reply-To: help@example.com");
});
