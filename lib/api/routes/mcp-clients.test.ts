// @module-tag promise
// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { startApi } from "@/testing/harness/api";
import { toolRequest } from "@/testing/harness/assistant";
import { installClients } from "@/testing/harness/installed-clients";
import { hello, makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
let clients: Awaited<ReturnType<typeof installClients>>;
beforeAll(async () => {
  api = await startApi();
  clients = await installClients(["@modelcontextprotocol/sdk@1"]);
}, 180_000);
afterAll(async () => {
  await clients.remove();
  await api.close();
});

test("the client of the revisions of 2025 lists the tools, speaks and transcribes", async () => {
  const { key } = await makePartner();
  const program = `
    import { Client } from "@modelcontextprotocol/sdk/client/index.js";
    import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
    const [url, own, key] = process.argv.slice(2);
    const client = new Client({ name: "a test", version: "1" });
    const requestInit = { headers: { authorization: "Bearer " + key } };
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit }));
    const { tools } = await client.listTools();
    const call = (name, sent) => client.callTool({ name, arguments: sent });
    const wanted = { text: "Xin chào Việt Nam", voiceId: "north-linh", audioFormat: "wav" };
    const { structuredContent: spoken } = await call("text_to_speech", wanted);
    const file = spoken.audioUrl.replace(own, url);
    const { structuredContent: transcribed } = await call("speech_to_text", { url: file });
    const wrong = await call("text_to_speech", { text: "Xin chào", voiceId: "nobody" });
    await client.close();
    console.log(JSON.stringify({ tools: tools.map(({ name }) => name), spoken, transcribed, wrong }));`;
  const found = await clients.run(program, api.url, env.url, key);
  expect(found.tools).toContain("text_to_speech");
  expect(found.spoken.chargeVnd).toBeGreaterThan(0);
  expect(found.transcribed).toMatchObject({ transcript: "xin chào việt nam" });
  expect(found.wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("voiceId") }] });
});

test("the revision without sessions is served: discovered, listed and called by requests of their own", async () => {
  const { key } = await makePartner();
  const send = async (method: string, params?: { name?: string; [field: string]: unknown }) => {
    const { headers, json } = toolRequest(method, params);
    const sent = { ...headers, authorization: `Bearer ${key}` };
    return api.call("POST", "/mcp", { headers: sent, json });
  };
  const discovered = await send("server/discover");
  expect([discovered.status, discovered.json.result]).toEqual([
    200,
    expect.objectContaining({ supportedVersions: expect.arrayContaining(["2026-07-28"]) }),
  ]);
  const listed = await send("tools/list");
  expect([listed.status, listed.json.result]).toEqual([200, expect.objectContaining({ resultType: "complete" })]);
  const said = await send("tools/call", { name: "text_to_speech", arguments: { text: hello.text } });
  expect([said.status, said.json.result]).toEqual([
    200,
    expect.objectContaining({ resultType: "complete", structuredContent: expect.objectContaining({ chargeVnd: 5.1 }) }),
  ]);
  const unknown = await send("tools/call", { name: "delete_everything", arguments: {} });
  expect(unknown.json).toMatchObject({ error: { code: -32_602 } });
});

test("a client that closes its connection cancels its job, which then costs nothing", async () => {
  const { key, businessId } = await makePartner();
  const text = "Xin chào quý khách. ".repeat(240);
  const { headers, json } = toolRequest("tools/call", { name: "text_to_speech", arguments: { text } });
  const sent = { ...headers, "content-type": "application/json", authorization: `Bearer ${key}` };
  const leaving = new AbortController();
  const response = fetch(new URL("/mcp", api.url), {
    method: "POST",
    headers: sent,
    body: JSON.stringify(json),
    signal: leaving.signal,
  });
  await expect.poll(() => db.limitLease.count({ where: { pool: { startsWith: businessId } } })).toBeGreaterThan(0);
  leaving.abort();
  await expect(response).rejects.toThrow();
  await expect
    .poll(() => db.limitLease.count({ where: { pool: { startsWith: businessId } } }), { timeout: 20_000 })
    .toBe(0);
  await settleCalls();
  const jobs = await db.job.findMany({ where: { businessId } });
  expect(jobs.map(({ status, resultCode, amountMilli }) => ({ status, resultCode, amountMilli }))).toEqual([
    { status: "failed", resultCode: "CLIENT_CLOSED", amountMilli: 0n },
  ]);
});
