import "server-only";
import { Resolver } from "node:dns/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";
import { seconds } from "@/lib/platform/clock";
import { RequestError } from "./request-error";

/** All global IPv6 addresses are in this network; everything else is rejected, what will be assigned later included. */
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public internet only: no private, local, reserved or multicast range, and no IPv4 address written as IPv6. */
export function isGlobal(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalIpv6);
}

export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && !address.includes("%") && ipaddr.parse(address).range() === "loopback";

/** What is known of a connection while it is made. Times are milliseconds since the attempt began. */
export type Progress = {
  startedAt: number;
  signal: AbortSignal;
  step: "dns" | "connection" | "tls" | "ready";
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  address?: string;
};

export type GuardOptions = {
  /** Whether this machine may be connected to, as on a developer's. */
  isLocal: boolean;
  /** DNS servers instead of the system's: `127.0.0.1:5353`. */
  dnsServers?: string[];
  /** Instead of the rule for addresses and of the certificates that are trusted. Tests only. */
  isAllowed?: (address: string) => boolean;
  ca?: string;
};

/** How long one address may take while there are others. */
const addressMs = seconds(4);
const mostAddresses = 4;

export type Connect = (progress: () => Progress) => buildConnector.connector;

/** Connects to the public internet only: checks all DNS answers, and the other end again before anything is sent. */
export function openGuard({ isLocal, dnsServers, isAllowed = isGlobal, ca }: GuardOptions): Connect {
  const resolver = new Resolver({ timeout: seconds(3), tries: 2 });
  if (dnsServers) resolver.setServers(dnsServers);
  const secure = buildConnector({ timeout: 0, ca });

  async function resolve(host: string): Promise<string[]> {
    const name = host.replace(/^\[|\]$/g, "").replace(/\.$/, "");
    const isThisMachine = name === "localhost" || name.endsWith(".localhost");
    if (isLocal && isThisMachine) return ["127.0.0.1", "::1"];
    if (isIP(name)) {
      if (isLocal && isLoopbackAddress(name)) return [name];
      throw new RequestError("address_refused");
    }
    // With the dot no search domain of this machine is appended.
    const answers = await Promise.allSettled([resolver.resolve4(`${name}.`), resolver.resolve6(`${name}.`)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length === 0) {
      const codes = answers.map((answer) => (answer.status === "rejected" ? answer.reason?.code : undefined));
      // The name does not exist or has no such address; otherwise the DNS does not respond.
      throw new RequestError(codes.every((code) => ["ENOTFOUND", "ENODATA"].includes(code)) ? "dns_not_found" : "dns");
    }
    if (!addresses.every(isAllowed)) throw new RequestError("address_refused");
    return addresses.slice(0, mostAddresses);
  }

  async function connect(options: buildConnector.Options, progress: Progress): Promise<Socket> {
    const since = () => performance.now() - progress.startedAt;
    progress.step = "dns";
    const addresses = await Promise.race([resolve(options.hostname), abortOf(progress.signal)]);
    progress.dnsMs = since();
    progress.step = "connection";
    const port = Number(options.port) || (options.protocol === "https:" ? 443 : 80);
    const socket = await openFirst(addresses, port, progress.signal);
    const remote = socket.remoteAddress ?? "";
    if (!isAllowed(remote) && !(isLocal && isLoopbackAddress(remote))) {
      socket.destroy();
      throw new RequestError("address_refused");
    }
    progress.address = remote;
    progress.connectMs = since();
    if (options.protocol !== "https:") return socket;
    progress.step = "tls";
    const secured = await shakeHands({ ...options, httpSocket: socket }, progress.signal);
    progress.tlsMs = since();
    return secured;
  }

  const shakeHands = (options: buildConnector.Options, signal: AbortSignal) =>
    new Promise<Socket>((done, fail) => {
      const stop = () => options.httpSocket?.destroy(new RequestError("timeout"));
      signal.addEventListener("abort", stop, { once: true });
      secure(options, (error, socket) => {
        signal.removeEventListener("abort", stop);
        if (socket) return done(socket);
        options.httpSocket?.destroy();
        fail(error ?? new RequestError("tls"));
      });
    });

  return (progress) => (options, callback) => {
    const current = progress();
    connect(options, current).then(
      (socket) => {
        current.step = "ready";
        callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/** Rejects at the attempt's time limit: resolving a name has longer ones of its own. */
const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    const end = () => fail(new RequestError("timeout"));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });

async function openFirst(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  let first: unknown;
  for (const [index, address] of addresses.entries()) {
    const isLast = index === addresses.length - 1;
    try {
      return await openOne(address, port, isLast ? undefined : addressMs, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      // The last ones may be IPv6 addresses, which not every network reaches.
      first ??= error;
    }
  }
  throw first ?? new RequestError("connection");
}

const openOne = (host: string, port: number, longestMs: number | undefined, signal: AbortSignal) =>
  new Promise<Socket>((done, fail) => {
    const socket = connectTcp({ host, port, noDelay: true, keepAlive: true, signal });
    const timer = longestMs && setTimeout(() => socket.destroy(new RequestError("unreachable")), longestMs);
    socket.once("connect", () => {
      clearTimeout(timer || undefined);
      done(socket);
    });
    // Stays, because an error before the next owner listens would end the process.
    socket.on("error", (error) => {
      clearTimeout(timer || undefined);
      fail(error);
    });
  });
