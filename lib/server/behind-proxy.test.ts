// @module-tag promise
// @module-tag slow
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hashPassword } from "@/lib/people/account/password";
import { db } from "@/lib/platform/db";
import { maxUploadBytes } from "@/lib/speech/schema";
import { makeKey, makeMember, makeUser } from "@/prisma/factories";
import { writeEngine } from "@/testing/fakes/remote-engine";
import { type SpeechServer, startSpeechServer, well } from "@/testing/fakes/speech-server";
import { builtActions, formOf } from "@/testing/harness/console-walk";
import { isDeep } from "@/testing/harness/deep";
import { needs } from "@/testing/harness/needs";
import { scorePage } from "@/testing/harness/observatory";
import { type OwnServer, startOwnServer } from "@/testing/harness/own-server";
import { hasProxy, nginxAround, type ProxyName, printed, startProxyAs } from "@/testing/harness/proxies";
import { exchange } from "@/testing/harness/raw-http";

const host = "vang.example.com";
const password = "con mèo trèo cây cau";
const home = mkdtempSync(join(tmpdir(), "vang-behind-"));
const at = (name: string) => join(home, name);

// A busy machine takes a minute to start a server and to show its first page.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** How long the engine takes. Longer than the default timeout of proxies, a minute, where there is time for it. */
const engineTakesMs = isDeep ? 65_000 : 500;

let server: OwnServer;
let engine: SpeechServer;

beforeAll(async () => {
  const subject = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
  const made = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  execFileSync("openssl", ["req", ...made, ...subject, "-keyout", at("key"), "-out", at("crt")], { stdio: "ignore" });
  writeFileSync(at("pem"), readFileSync(at("crt"), "utf8") + readFileSync(at("key"), "utf8"));
  engine = await startSpeechServer();
  engine.behave(async (seen, response) => {
    if (seen.path.endsWith("/transcriptions")) await sleep(engineTakesMs);
    return well(seen, response);
  });
  writeFileSync(at("engines.json"), writeEngine([engine]));
  server = await startOwnServer({
    VANG_URL: `https://${host}`,
    VANG_TRUSTED_PROXIES: "127.0.0.1",
    VANG_ENGINES: at("engines.json"),
    VANG_DECODER_SANDBOX: "preferred",
  });
});

afterAll(async () => {
  server.process.kill("SIGTERM");
  await server.ended;
  await engine.close();
  rmSync(home, { recursive: true });
});

const portOf = ({ url }: OwnServer) => Number(new URL(url).port);

/** The configuration as docs/operate/security.md prints it, with this test's addresses, ports and certificates. */
function documented(language: string, port: number): string {
  const places: [string, string][] = {
    nginx: [
      ["listen 443", `listen 127.0.0.1:${port}`],
      ["/etc/ssl/vang.example.com.crt", at("crt")],
      ["/etc/ssl/vang.example.com.key", at("key")],
    ],
    haproxy: [
      ["bind :443", `bind 127.0.0.1:${port}`],
      ["/etc/haproxy/vang.example.com.pem", at("pem")],
    ],
    caddyfile: [
      [
        `${host} {`,
        `{\nadmin off\nauto_https off\n}\nhttps://${host}:${port} {\nbind 127.0.0.1\ntls ${at("crt")} ${at("key")}`,
      ],
    ],
  }[language] as [string, string][];
  const machine = ["127.0.0.1:3000", `127.0.0.1:${portOf(server)}`] as const;
  return printed("docs/operate/security.md", language, [...places, machine]);
}

const documentedProxies: { name: ProxyName; describe: (port: number) => string }[] = [
  { name: "nginx", describe: (port) => nginxAround(documented("nginx", port)) },
  { name: "haproxy", describe: (port) => documented("haproxy", port) },
  { name: "caddy", describe: (port) => documented("caddyfile", port) },
];

/** A client of the public URL, which leads to a port of this machine. */
async function ask(port: number, path: string, { body, ...options }: RequestOptions & { body?: Buffer } = {}) {
  const ca = readFileSync(at("crt"));
  // Not from the proxy's own address, which is trusted.
  const sent = request({ host: "127.0.0.1", localAddress: "127.0.0.2", port, servername: host, ca, path, ...options });
  sent.setHeader("host", host);
  return new Promise<{ status: number; location: string; cookies: string[]; text: string }>((done, failed) => {
    sent.on("error", failed);
    sent.on("response", async (response) => {
      const { location = "", "set-cookie": cookies = [] } = response.headers;
      done({ status: response.statusCode ?? 0, location, cookies, text: String(await buffer(response)) });
    });
    sent.end(body);
  });
}

/** The request that the page's own script sends when the sign-in form is submitted. */
async function signInForm(email: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const action = builtActions().find(({ name }) => name === "signInAction");
  if (!action) throw new Error("the action has another name");
  const { body, headers } = formOf(`https://${host}/sign-in`, action, "", { email, password, next: "/console" });
  const packed = new Response(body);
  const type = packed.headers.get("content-type") ?? "";
  return {
    headers: { ...Object.fromEntries(headers), "content-type": type },
    body: Buffer.from(await packed.arrayBuffer()),
  };
}

/** A form with a WAV file, of exactly this size in total. */
function uploadOf(bytes: number): { headers: Record<string, string>; body: Buffer } {
  const wav = Buffer.alloc(bytes);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(bytes - 8, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(16_000, 24);
  wav.writeUInt32LE(32_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(bytes - 44, 40);
  // A tone: silence would not reach the engine.
  for (let byte = 44; byte + 1 < bytes; byte += 2) wav.writeInt16LE(((byte / 2) % 80 < 40 ? 1 : -1) * 9000, byte);
  const part = 'Content-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav';
  const model = '--b\r\nContent-Disposition: form-data; name="modelId"\r\n\r\nlistener\r\n';
  const body = Buffer.concat([Buffer.from(`${model}--b\r\n${part}\r\n\r\n`), wav, Buffer.from("\r\n--b--\r\n")]);
  return {
    headers: { "content-type": "multipart/form-data; boundary=b", "content-length": String(body.length) },
    body,
  };
}

describe.each(documentedProxies)(
  "behind $name as docs/operate/security.md has it",
  ({ name, describe: describeProxy }) => {
    let proxy: Awaited<ReturnType<typeof startProxyAs>>;
    beforeAll(async () => {
      if (hasProxy(name)) proxy = await startProxyAs(name, describeProxy);
    });
    afterAll(() => proxy?.close());

    test.runIf(hasProxy(name))("a person signs in", needs(name), async () => {
      const { email } = await makeUser({ passwordHash: await hashPassword(password) });
      const away = await ask(proxy.port, "/console");
      expect(away.location).toMatch(new RegExp(`^(https://${host})?/sign-in\\?next=%2Fconsole$`));
      expect(await ask(proxy.port, "/sign-in")).toMatchObject({ status: 200, text: expect.stringContaining("<form") });
      const { cookies } = await ask(proxy.port, "/sign-in", { method: "POST", ...(await signInForm(email)) });
      expect(cookies.join()).toContain("__Host-next-auth.session-token=");
      const cookie = cookies.map((text) => text.split(";", 1)[0]).join("; ");
      expect((await ask(proxy.port, "/account", { headers: { cookie } })).status).toBe(200);
    });

    const upload = "a file of 25 MB with a slow transcript gets it; a larger one is rejected";
    test.runIf(hasProxy(name))(upload, { ...needs(name), tags: name === "nginx" ? [] : ["deep"] }, async () => {
      const key = await makeKey(await makeMember({ creditMilli: 1_000_000_000n }));
      const send = (bytes: number) => {
        const { headers, body } = uploadOf(bytes);
        return ask(proxy.port, "/stt", { method: "POST", headers: { ...headers, "x-api-key": key }, body });
      };
      const recognized = await send(maxUploadBytes);
      expect([recognized.status, JSON.parse(recognized.text)]).toEqual([
        200,
        expect.objectContaining({
          transcript: expect.stringContaining("Xin chào Việt Nam."),
          fileSizeBytes: maxUploadBytes,
        }),
      ]);
      // A server that rejects an upload can close the connection while the rest is still being sent.
      const tooLarge = await send(maxUploadBytes + 2_000_000).catch(({ code }) => ({ status: code }));
      expect([413, "EPIPE", "ECONNRESET"]).toContain(tooLarge.status);
    });

    test.runIf(hasProxy(name))(
      "a request has its client's address, whatever the client claims",
      needs(name),
      async () => {
        const member = await makeMember();
        const key = await makeKey(member);
        const from = "203.0.113.7";
        await db.apiKey.updateMany({ where: { businessId: member.businessId }, data: { allowedAddresses: [from] } });
        const headers = { "x-api-key": key, "x-forwarded-for": from, "x-real-ip": from, forwarded: `for=${from}` };
        const { status, text } = await ask(proxy.port, "/tts/models", { headers });
        expect([status, JSON.parse(text).code]).toEqual([403, "IP_NOT_ALLOWED"]);
        expect(text).toContain("127.0.0.2");
      },
    );
  },
);

test("a page scores an A+, and one requested together with another protocol is sent in this one, and the connection is closed", async () => {
  // From its first page on, Next listens for such requests.
  const signIn = await fetch(`http://127.0.0.1:${portOf(server)}/sign-in`);
  expect(signIn.status).toBe(200);
  const { score, why } = scorePage({ headers: signIn.headers, html: await signIn.text() });
  expect(score, JSON.stringify(why)).toBeGreaterThanOrEqual(100);
  const page = "GET /sign-in HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n";
  const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n";
  const { answers, isClosed } = await exchange(portOf(server), [page + upgrade]);
  expect([answers.map(({ status }) => status), isClosed]).toEqual([[200], true]);
});

const bare = (upstream: number) => (port: number) =>
  nginxAround(`server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${upstream}; } }`);

describe("behind an nginx that sets neither host nor client", () => {
  test.runIf(hasProxy("nginx"))("a person can still sign in", needs("nginx"), async () => {
    const { email } = await makeUser({ passwordHash: await hashPassword(password) });
    const proxy = await startProxyAs("nginx", bare(portOf(server)));
    const { headers, body } = await signInForm(email);
    const answer = await fetch(`http://127.0.0.1:${proxy.port}/sign-in`, {
      method: "POST",
      headers,
      body: new Uint8Array(body),
    });
    expect([answer.status, answer.headers.getSetCookie().join()]).toEqual([
      200,
      expect.stringContaining("__Host-next-auth.session-token="),
    ]);
    await proxy.close();
  });

  test.runIf(hasProxy("nginx"))(
    "without VANG_URL no one reads emails, and a forwarded request gets an error that names the setting",
    { ...needs("nginx"), tags: "deep" },
    async () => {
      const own = await startOwnServer({ VANG_URL: undefined, LOG_LEVEL: "error" });
      const open = (port: number, headers = {}) => fetch(`http://localhost:${port}/dev/mail`, { headers });
      expect((await open(portOf(own))).status).toBe(200);
      const proxy = await startProxyAs("nginx", bare(portOf(own)));
      expect((await open(proxy.port)).status).toBe(404);
      await proxy.close();

      const forwarded = await open(portOf(own), { "x-forwarded-for": "203.0.113.7" });
      expect(forwarded.status).toBe(403);
      expect(await forwarded.text()).toContain("VANG_URL");
      await expect.poll(own.output).toMatch(/"level":50.*VANG_URL is not set/);
      own.process.kill("SIGTERM");
      await own.ended;
    },
  );
});
