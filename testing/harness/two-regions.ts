import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Agent, fetch } from "undici";
import { newDataDirectory, type OwnServer, startOwnServer } from "./own-server";
import { cableAddress, openSeaCable, type Region, startRelay } from "./sea-cable";

const ports: Record<Region, number> = { VN: 3001, SG: 3002 };
const hookPort = 3009;
const regions = ["VN", "SG"] as const;
const urlOf = (region: Region) => `http://localhost:${ports[region]}`;

/** A receiver of webhooks that has the same address in each region: what arrives names the region that sent it. */
export const hookUrl = `http://127.0.0.1:${hookPort}/hook`;

type Received = { from: Region; body: string };

/**
 * Two installations with one database, in Vietnam: each in a network namespace, with its own directory, at the ends of a
 * sea cable. A namespace's loopback is its own, so everything else passes through relays.
 */
export async function startTwoRegions({ delayMs = 20 } = {}) {
  const directory = mkdtempSync(join(tmpdir(), "vang-sea-"));
  const path = (name: string) => join(directory, `${name}.sock`);
  const database = new URL(process.env.DATABASE_URL ?? "");
  const cable = await openSeaCable(delayMs);
  const received: Received[] = [];
  const hooks: Server[] = [];
  const servers = {} as Record<Region, OwnServer>;
  const agents = {} as Record<Region, Agent>;
  const data = { VN: newDataDirectory(), SG: newDataDirectory() };

  async function start(region: Region, more: Record<string, string> = {}): Promise<void> {
    const url = new URL(database);
    url.host = `${cableAddress.VN}:5432`;
    const settings = {
      PORT: String(ports[region]),
      VANG_URL: urlOf(region),
      VANG_REGION: region,
      VANG_DATA: data[region],
      VANG_DATABASE_REGION: "VN",
      VANG_REGIONS: regions.map((one) => `${one}=${urlOf(one)}`).join(),
      DATABASE_URL: url.href,
      VANG_API_PROCESSES: "1",
      LOG_LEVEL: "warn",
      ...more,
    };
    servers[region] = await startOwnServer(settings, [...cable.at(region), process.execPath, "scripts/start.mjs"]);
    if (servers[region].process.exitCode !== null) throw new Error(servers[region].output());
  }

  async function stop(region: Region): Promise<void> {
    servers[region]?.process.kill("SIGTERM");
    await servers[region]?.ended;
  }

  async function close(): Promise<void> {
    await Promise.all(regions.map((region) => stop(region)));
    await cable.close();
    databaseRelay.kill();
    for (const hook of hooks) hook.close();
    for (const agent of Object.values(agents)) await agent.destroy();
    rmSync(directory, { recursive: true, force: true });
  }

  const databaseRelay = await startRelay({ [path("db")]: `127.0.0.1:${database.port}` });
  try {
    for (const region of regions) {
      const hook = createServer(async (request, response) => {
        received.push({ from: region, body: await text(request) });
        response.end();
      });
      hooks.push(hook);
      await new Promise<void>((listens) => hook.listen(path(`hook-${region}`), listens));
      const pairs = {
        [path(region)]: `127.0.0.1:${ports[region]}`,
        [`127.0.0.1:${hookPort}`]: path(`hook-${region}`),
        ...(region === "VN" && { [`${cableAddress.VN}:5432`]: path("db") }),
      };
      await startRelay(pairs, [...cable.at(region)]);
      agents[region] = new Agent({ connect: { socketPath: path(region) } });
      await start(region);
    }
  } catch (error) {
    await close();
    throw error;
  }

  return {
    cable,
    data,
    received,
    urlOf,
    /** A request from a client in the region. */
    request: (region: Region, at: string, init: Parameters<typeof fetch>[1] = {}) =>
      fetch(urlOf(region) + at, { ...init, dispatcher: agents[region] }),
    output: (region: Region) => servers[region].output(),
    /** Starts a region again, with further settings. */
    async restart(region: Region, more: Record<string, string>) {
      await stop(region);
      await start(region, more);
    },
    close,
  };
}
