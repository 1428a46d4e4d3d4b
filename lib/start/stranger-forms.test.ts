import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@/lib/ids";
import { builtActions, callAction, sessionCookieOf } from "@/lib/testing/console-walk";
import { type OwnServer, startOwnServer } from "@/lib/testing/own-server";
import { makeUser, makeViewer } from "@/prisma/factories";

let server: OwnServer;
/** It lets ten of a network by and one of all, and then next to nothing. */
let slow: OwnServer;

beforeAll(async () => {
  // From behind a proxy, so that a test can come from many networks. The first one builds what both run.
  const behind = { VANG_TRUSTED_PROXIES: "127.0.0.0/8,::1" };
  server = await startOwnServer({ ...behind, VANG_FORMS_PER_MINUTE: "300" });
  slow = await startOwnServer({ ...behind, VANG_FORMS_PER_MINUTE: "1" });
}, 180_000);

afterAll(async () => {
  for (const one of [server, slow]) {
    one.process.kill("SIGTERM");
    await one.ended;
  }
});

const action = (name: string) => {
  const found = builtActions().find((built) => built.name === `lib/account/actions.ts ${name}`);
  if (!found) throw new Error(`${name} was not built`);
  return found;
};
type Wishes = Record<string, string>;
const form = () => ({ email: `$${newId("user")}@example.com`, password: "sai rồi nhé", next: "/console" });
const signIn = (from: string, { at = server.url, path = "/sign-in", cookie = "", ...wishes }: Wishes = {}) =>
  callAction(at + path, action("signInAction"), cookie, { ...form(), ...wishes }, { "x-forwarded-for": from });

/** Uses up what a network may send for now. */
const flood = (network: string, wishes?: Wishes) =>
  Promise.all(Array.from({ length: 60 }, (_, count) => signIn(`${network}.${count}`, wishes)));

const statuses = (answers: Response[]) => answers.map(({ status }) => status);

test("a page of another site uses up nobody's pace", async () => {
  const { email } = await makeUser();
  for (let count = 0; count < 100; count += 1) {
    const headers = { origin: "https://evil.example", "x-forwarded-for": "192.0.2.200" };
    expect((await fetch(`${server.url}/sign-in`, { method: "POST", headers, body: "x" })).status).toBe(403);
  }
  expect((await signIn("192.0.2.200", { email })).status).toBe(200);
});

test("a network that floods is told to wait, whatever page it sends to; the others sign in as ever", async () => {
  for (const [network, path] of [
    ["198.51.100", "/sign-in"],
    ["203.0.113", "/docs"],
  ] as const) {
    const startedAt = performance.now();
    const refused = (await flood(network, { path })).filter(({ status }) => status === 429);
    // Ten at once and five a second, however long this machine takes to send and answer them.
    const letBy = 10 + 5 * Math.ceil((performance.now() - startedAt) / 1000);
    expect(60 - refused.length).toBeLessThanOrEqual(letBy);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(await (await signIn("192.0.2.1")).text()).toContain("The email or the password is wrong");
});

test("what is typed comes back with the words, so that the page's script shows them and keeps the form", async () => {
  const refused = (await flood("198.51.101", { email: "$minh@example.com" })).find(({ status }) => status === 429);
  const [root, row] = ((await refused?.text()) ?? "").split("\n");
  expect(refused?.headers.get("content-type")).toBe("text/x-component");
  expect(root).toBe('0:{"a":"$@1"}');
  expect(JSON.parse(row?.replace(/^1:/, "") ?? "")).toEqual({
    status: "refused",
    message: "Too many requests came from your network at once. Wait a moment, then try again.",
    fields: {},
    values: { email: "$$minh@example.com", next: "/console" },
  });
});

test("without scripts it is a page in both languages, which a browser loads nothing for", async () => {
  const headers = { origin: server.url, "x-forwarded-for": "198.51.102.9" };
  const send = () => fetch(`${server.url}/sign-in`, { method: "POST", headers, body: new URLSearchParams(form()) });
  const answer = (await Promise.all(Array.from({ length: 60 }, send))).find(({ status }) => status === 429);
  expect(answer?.headers.get("content-security-policy")).toContain("default-src 'none'");
  const page = await answer?.text();
  expect(page).toContain("Hãy đợi một lát rồi thử lại.");
  expect(page).toContain("Wait a moment, then try again.");
});

test("floods from everywhere at once are turned away too, and leave those who are signed in alone", async () => {
  const at = slow.url;
  const networks = Array.from({ length: 6 }, (_, count) => `198.18.${count}`);
  const told = statuses((await Promise.all(networks.map((network) => flood(network, { at })))).flat());
  const count = (wanted: number) => told.filter((status) => status === wanted).length;
  expect({ done: count(200), ofNetworks: count(429), ofAll: count(503) }).toEqual({
    done: 1,
    ofNetworks: 6 * 50,
    ofAll: 59,
  });

  const cookie = await sessionCookieOf(await makeViewer());
  expect((await signIn("198.18.1.1", { at, cookie })).status).toBe(200);
  expect((await signIn("198.18.1.1", { at, cookie: cookie.replace(/=.*/, "=made-up") })).status).toBe(429);
});
