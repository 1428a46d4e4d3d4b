import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { openGuard } from "@/lib/platform/net/guarded-connect";
import { openConnections } from "@/lib/webhooks/deliver/connections";
import { post } from "@/lib/webhooks/deliver/post";
import { publicAddresses, refusedNetworks, refusedUrls } from "@/testing/corpora/refused-addresses";
import { startDnsServer } from "@/testing/fakes/dns-server";

// Runs in a network namespace of its own, where every address is this machine's: whatever is connected to is noticed.
for (const args of ["link set lo up", "route add local 0.0.0.0/0 dev lo", "-6 route add local ::/0 dev lo"])
  execFileSync("ip", args.split(" "));

const reached = new Set<string>();
for (const host of ["0.0.0.0", "::"]) {
  for (const port of [80, 443, 8443]) {
    const server = createServer((socket) => {
      reached.add(socket.localAddress ?? "");
      socket.on("error", () => undefined).destroy();
    });
    await new Promise<void>((listening) => server.listen({ host, port, ipv6Only: true }, listening));
  }
}

const refused = Object.values(refusedNetworks).flat();
let requested = 0;
/** `only-7`, `first-7`, `last-7` of the rejected addresses; `public-3`; `turn-7`, which is public in every other answer. */
const dns = await startDnsServer((name) => {
  const [, order, number] = /^(\w+)-(\d+)\./.exec(name) ?? [];
  if (!order) return [];
  const address = refused[Number(number) % refused.length] ?? "";
  const open = publicAddresses[Number(number) % publicAddresses.length] ?? "";
  if (order === "public") return [open];
  if (order === "turn") return requested++ % 4 < 2 ? [open] : [address];
  return order === "first" ? [address, "1.1.1.1"] : order === "last" ? ["1.1.1.1", address] : [address];
});

const connections = openConnections(openGuard({ isLocal: false, dnsServers: [dns.server] }));
const send = async (url: string) => {
  const options = { connections, end: new AbortController(), longestMs: 2000 };
  return (await post({ url, headers: {}, body: "{}" }, options)).error ?? "none";
};

async function sendAll(urls: readonly string[]): Promise<Record<string, number>> {
  const codes: Record<string, number> = {};
  for (let from = 0; from < urls.length; from += 20)
    for (const code of await Promise.all(urls.slice(from, from + 20).map(send))) codes[code] = (codes[code] ?? 0) + 1;
  return codes;
}

const names = (order: string, count: number) =>
  Array.from({ length: count }, (_, index) => `https://${order}-${index}.example.com/hook`);
const sendable = refusedUrls.filter((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));
const rejected = await sendAll([
  ...sendable,
  ...["only", "first", "last"].flatMap((order) => names(order, refused.length)),
]);
const reachedFirst = [...reached];
await sendAll(names("public", publicAddresses.length));
await sendAll(Array.from({ length: 20 }, () => names("turn", 10)).flat());
process.stdout.write(
  JSON.stringify({ tried: sendable.length + 3 * refused.length, rejected, reachedFirst, reached: [...reached] }),
);
process.exit(0);
