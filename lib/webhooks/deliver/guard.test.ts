// @module-tag promise
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isGlobal, openGuard } from "@/lib/platform/net/guarded-connect";
import { readPublicUrl } from "@/lib/platform/net/public-url";
import { publicAddresses, refusedNetworks, refusedUrls } from "@/testing/corpora/refused-addresses";
import { type Answers, startDnsServer } from "@/testing/fakes/dns-server";
import { startReceiver } from "@/testing/fakes/receiver";
import { promised } from "@/testing/promises";
import { openConnections } from "./connections";
import { post } from "./post";

let dns: Awaited<ReturnType<typeof startDnsServer>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const canaries: Server[] = [];
let caught = 0;

/** Counts connections on loopback, in the ways it is reached, on the ports that a URL may name. */
async function startCanary(host: string, port: number): Promise<void> {
  const server = createServer((socket) => {
    caught++;
    socket.destroy();
  });
  await new Promise<void>((settled) => {
    server.once("error", () => settled());
    server.listen({ host, port }, () => {
      canaries.push(server);
      settled();
    });
  });
}

const none: Answers = () => [];

beforeAll(async () => {
  dns = await startDnsServer(none);
  receiver = await startReceiver();
  for (const host of ["127.0.0.1", "127.1.2.3", "::1", "0.0.0.0"])
    for (const port of [443, 8443]) await startCanary(host, port);
});
beforeEach(() => {
  caught = 0;
  dns.queries.length = 0;
  dns.answer(none);
});
afterAll(async () => {
  for (const server of canaries) server.close();
  dns.close();
  await receiver.close();
});

const send = (url: string, changes = {}) => {
  const connections = openConnections(openGuard({ isLocal: false, dnsServers: [dns.server], ...changes }));
  return post({ url, headers: {}, body: "{}" }, { connections, end: new AbortController(), longestMs: 3000 });
};

/** Some at once, so that the DNS server's socket loses none. */
async function sendAll(urls: readonly string[]) {
  const codes = [];
  for (let from = 0; from < urls.length; from += 20)
    codes.push(...(await Promise.all(urls.slice(from, from + 20).map((url) => send(url)))).map(({ error }) => error));
  return codes;
}

test("more than 300 URLs of what is not public are rejected, and nothing connects", async () => {
  expect(refusedUrls.length).toBeGreaterThan(300);
  const accepted = refusedUrls.filter((url) => !readPublicUrl(url, { isLocal: false }).fault);
  expect(accepted).toEqual([]);
  // What parses is also sent, past that check.
  const sendable = refusedUrls.filter((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));
  const codes = await sendAll(sendable);
  expect(codes.filter((code) => code !== "address_refused" && !code?.startsWith("dns"))).toEqual([]);
  expect(caught).toBe(promised("W3"));
});

const refused = Object.values(refusedNetworks).flat();

test("no address outside the public internet is allowed, and no public one is rejected", () => {
  expect(refused.filter(isGlobal)).toEqual([]);
  expect(publicAddresses.filter((address) => !isGlobal(address))).toEqual([]);
});

test("a name is rejected if any of its addresses is not public, in whatever order they come", async () => {
  const answers = new Map(
    refused.flatMap((address, index) => [
      [`only${index}.example.com`, [address]],
      [`first${index}.example.com`, [address, "1.1.1.1", "2606:4700::1111"]],
      [`last${index}.example.com`, ["1.1.1.1", "2606:4700::1111", address]],
    ]),
  );
  dns.answer((name) => answers.get(name) ?? []);
  const codes = await sendAll([...answers.keys()].map((name) => `https://${name}/`));
  expect(new Set(codes)).toEqual(new Set(["address_refused"]));
  expect(caught).toBe(0);
});

test("a name without addresses does not exist", async () => {
  expect(await send("https://nowhere.example.com/")).toMatchObject({ error: "dns_not_found", address: null });
});

test("a name is resolved once for a connection, so a second answer changes nothing", async () => {
  const isAllowed = (address: string) => address === "127.0.0.1";
  let answers = 0;
  dns.answer(() => (answers++ < 2 ? ["127.0.0.1"] : ["127.1.2.3"]));
  const url = `http://rebound.example.com:${receiver.port}/`;
  expect(await send(url, { isAllowed })).toMatchObject({ error: null, address: "127.0.0.1" });
  expect(receiver.received.at(-1)?.headers.host).toBe(`rebound.example.com:${receiver.port}`);
  expect(dns.queries).toHaveLength(2);
  expect(await send(url, { isAllowed })).toMatchObject({ error: "address_refused" });
});

test("the address that answered is checked again before anything is sent", async () => {
  // The rule changes between the two checks, as a changed route would change it.
  let checks = 0;
  const isAllowed = () => checks++ === 0;
  dns.answer(() => ["127.0.0.1"]);
  const before = receiver.received.length;
  expect(await send(`http://later.example.com:${receiver.port}/`, { isAllowed })).toMatchObject({
    error: "address_refused",
  });
  expect(receiver.received).toHaveLength(before);
});

test("proxies of the environment are ignored", async () => {
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"];
  for (const name of proxies) process.env[name] = `http://127.0.0.1:${receiver.port}`;
  const before = receiver.connections;
  expect(await send("https://10.0.0.1/")).toMatchObject({ error: "address_refused" });
  expect(await send("https://nowhere.example.com/")).toMatchObject({ error: "dns_not_found" });
  for (const name of proxies) delete process.env[name];
  expect(receiver.connections).toBe(before);
});

test("a developer's installation reaches its own machine, and no other that is not public", async () => {
  const local = { isLocal: true };
  for (const host of ["localhost", "127.0.0.1", "api.localhost"])
    expect(await send(`http://${host}:${receiver.port}/`, local)).toMatchObject({ error: null, address: "127.0.0.1" });
  expect(dns.queries).toEqual([]);
  dns.answer(() => ["127.0.0.1"]);
  for (const url of [
    "http://10.0.0.1/",
    "http://169.254.169.254/",
    "http://[fe80::1]/",
    `http://a.example.com:${receiver.port}/`,
  ])
    expect(await send(url, local)).toMatchObject({ error: "address_refused" });
});
