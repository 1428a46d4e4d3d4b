// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { installClients } from "@/testing/harness/installed-clients";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";
import { settleCalls } from "@/testing/harness/settle-calls";
import { compatible } from "./works-with";

const programs = compatible("").filter(({ sample }) => sample.language !== "Settings");

let server: Awaited<ReturnType<typeof serveHere>>;
let clients: Awaited<ReturnType<typeof installClients>>;
beforeAll(async () => {
  server = await serveHere();
  clients = await installClients([...new Set(programs.flatMap(({ packages = [] }) => packages))]);
}, 600_000);
afterAll(async () => {
  await server.close();
  await clients.remove();
}, 300_000);

test.each(programs.map(({ id, name }) => [name, id]))(
  "%s as its users install it does what the page says, with the lines that it shows, and its jobs say by which API",
  async (_, id) => {
    const { key, businessId } = await makePartner();
    const { sample, does, api } = compatible(server.url).find((one) => one.id === id) ?? {};
    const program = { language: "", code: "", ...sample };
    const printed = await clients.runAsPrinted(program, { VANG_API_KEY: key });
    if (does?.includes("stt")) expect(printed).toMatch(/^xin chào việt nam/i);
    else expect(Number(printed)).toBeGreaterThan(0.5);
    await settleCalls();
    const jobs = await db.job.findMany({ where: { businessId, status: "completed" }, orderBy: { service: "desc" } });
    expect(jobs.map((job) => [job.service, job.api])).toEqual(does?.toReversed().map((service) => [service, api]));
    expect(await audit()).toEqual([]);
  },
  60_000,
);
