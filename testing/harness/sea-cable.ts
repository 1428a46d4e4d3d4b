import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

const works = (program: string, flag: string) => spawnSync(program, [flag]).status === 0;

/** What is missing for namespaces that are joined by a cable; empty if nothing is. */
export const missingForCable = [
  ...(process.platform === "linux" && process.getuid?.() === 0 ? [] : ["Linux and root"]),
  ...(existsSync("/dev/net/tun") ? [] : ["/dev/net/tun"]),
  ...(works("python3", "--version") ? [] : ["python3"]),
  ...(works("ip", "-Version") ? [] : ["iproute2"]),
].join(", ");

export type Region = "VN" | "SG";

/** The address of each region's end of the cable. */
export const cableAddress: Record<Region, string> = { VN: "10.77.0.1", SG: "10.77.0.2" };

/** A cable between two network namespaces of its own, which are removed with all that runs in them when this process ends. */
export async function openSeaCable(delayMs: number) {
  const name = `vang${process.pid}`;
  const cable = spawn("python3", ["testing/harness/sea-cable.py", name, String(delayMs)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await firstOutput(cable, "the sea cable");
  const obey = async (command: string) => {
    cable.stdin?.write(`${command}\n`);
    await once(cable.stdout as NodeJS.ReadableStream, "data");
  };
  return {
    /** What runs a command at one of its ends. */
    at: (region: Region) => ["ip", "netns", "exec", `${name}-${region.toLowerCase()}`] as const,
    /** How long a packet takes in one direction. */
    setDelay: (ms: number) => obey(`delay ${ms}`),
    cut: () => obey("cut"),
    join: () => obey("join"),
    async close() {
      cable.stdin?.end();
      if (cable.exitCode === null) await once(cable, "exit");
    },
  };
}

export type SeaCable = Awaited<ReturnType<typeof openSeaCable>>;

/** Joins sockets, each by its path or host:port, also across namespaces: see `relay.mjs`. */
export async function startRelay(pairs: Record<string, string>, [program = process.execPath, ...args]: string[] = []) {
  const node = program === process.execPath ? [] : [process.execPath];
  const joined = Object.entries(pairs).map(([from, to]) => `${from}=${to}`);
  const relay = spawn(program, [...args, ...node, "testing/harness/relay.mjs", ...joined], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await firstOutput(relay, "a relay");
  return relay;
}

/** Resolves once a process has said that it is ready. Rejects if it ends before that. */
async function firstOutput(child: ChildProcess, what: string): Promise<void> {
  const ended = once(child, "exit").then(() => {
    throw new Error(`${what} ended before it was ready`);
  });
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, "data"), ended]);
  ended.catch(() => undefined);
}
