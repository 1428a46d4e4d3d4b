// @module-tag promise
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { freePort } from "@/scripts/database.mjs";

const proxyHeaders = [
  "forwarded",
  "via",
  "cdn-loop",
  "x-real-ip",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-original-forwarded-for",
  "cf-connecting-ip",
  "cf-connecting-ipv6",
  "cf-ray",
  "true-client-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-azure-clientip",
  "fastly-client-ip",
  "fly-client-ip",
  "x-envoy-external-address",
];

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

/** The module with these settings: settings are read once. */
function withSettings(settings: Record<string, string>) {
  for (const [name, value] of Object.entries({ NODE_ENV: "production", ...settings })) vi.stubEnv(name, value);
  return import("./public-address");
}

describe("an installation that other machines reach", () => {
  test.each<Record<string, string>>([
    { HOST: "0.0.0.0" },
    { HOST: "192.0.2.7" },
    { VANG_TRUSTED_PROXIES: "127.0.0.1" },
  ])("does not start without VANG_URL: %j", async (settings) => {
    const { requirePublicAddress } = await withSettings(settings);
    expect(requirePublicAddress).toThrow(/set.*VANG_URL is not.*VANG_URL=https/);
  });

  test.each<Record<string, string>>([
    {},
    { HOST: "0.0.0.0", VANG_URL: "https://vang.example", VANG_TRUSTED_PROXIES: "127.0.0.1" },
    { HOST: "0.0.0.0", NODE_ENV: "development" },
  ])("starts with it, and so does one that no other machine reaches: %j", async (settings) => {
    const { requirePublicAddress } = await withSettings(settings);
    expect(requirePublicAddress).not.toThrow();
  });
});

test.each([
  ["http://vang.example", 1],
  ["http://192.0.2.7:3000", 1],
  ["https://vang.example", 0],
  ["http://localhost:3000", 0],
])("at the start, plain http at %s is warned about %i times", async (VANG_URL, times) => {
  const { warnOfPlainHttp } = await withSettings({ VANG_URL });
  const { log: own } = await import("@/lib/platform/log");
  const warn = vi.spyOn(own, "warn").mockImplementation(() => {});
  warnOfPlainHttp();
  expect(warn).toHaveBeenCalledTimes(times);
});

test("a public installation creates no demo member at its first start, and prints no password", async () => {
  const VANG_URL = "https://vang.example";
  await withSettings({ VANG_URL, VANG_ROLE: "api", PORT: String(await freePort()), VANG_DECODER_SANDBOX: "preferred" });
  const { serve } = await import("@/server");
  const { db } = await import("@/lib/platform/db");
  const server = await serve({ seed: true });
  expect(await db.user.count()).toBe(0);
  expect(server.banner).toContain(VANG_URL);
  expect(server.banner).not.toContain("password");
  await server.close();
});

test("without VANG_URL a request through a proxy is rejected, except one that our own console made", async () => {
  const { describeToConsole, rejectUnknownAddress } = await withSettings({});
  const request = (headers: Record<string, string | undefined>) =>
    ({ headers: { ...headers }, httpVersionMinor: 1 }) as never;
  const served = { headers: { host: "localhost:3000" } as Record<string, string>, httpVersionMinor: 1 };
  describeToConsole(served as never);
  const forwarded = { ...served.headers, "x-forwarded-for": "192.0.2.7" };
  expect(rejectUnknownAddress(request(forwarded))).toBeNull();
  for (const claim of [undefined, "", "1"]) {
    expect(rejectUnknownAddress(request({ ...forwarded, "x-vang-console": claim }))).toMatchObject({
      code: "FORBIDDEN",
    });
  }
  const isAccepted = (header: string) =>
    rejectUnknownAddress(request({ host: "localhost:3000", [header]: "x" })) === null;
  expect(proxyHeaders.filter(isAccepted)).toEqual([]);
  expect(isAccepted("user-agent")).toBe(true);
});

describe("Next gets", () => {
  const forwardedHeaders = async (
    settings: Record<string, string>,
    headers: Record<string, string>,
    httpVersionMinor = 1,
  ) => {
    const { describeToConsole } = await withSettings(settings);
    const request = { headers: { ...headers }, httpVersionMinor };
    describeToConsole(request as never);
    return request.headers as Record<string, string | undefined>;
  };

  test("VANG_URL's host, whatever the proxy or the client sent", async () => {
    const forged = { host: "127.0.0.1:3000", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" };
    expect(await forwardedHeaders({ VANG_URL: "https://vang.example" }, forged)).toEqual({
      host: "vang.example",
      "x-forwarded-proto": "https",
      "x-vang-proxied": "1",
    });
  });

  test("no host but the request's own on this machine, except where one of its pages sent the form", async () => {
    const VANG_URL = "http://localhost:8080";
    const headers = { host: "127.0.0.1:3000", "x-forwarded-host": "evil.example" };
    expect((await forwardedHeaders({ VANG_URL }, headers))["x-forwarded-host"]).toBeUndefined();
    expect(await forwardedHeaders({ VANG_URL }, { ...headers, origin: "http://evil.example" })).not.toHaveProperty(
      "x-forwarded-host",
    );
    expect(await forwardedHeaders({ VANG_URL }, { ...headers, origin: VANG_URL })).toMatchObject({
      host: "127.0.0.1:3000",
      "x-forwarded-host": "localhost:8080",
    });
  });

  test("the mark of a request through a proxy if it came through one, and never by the client's claim", async () => {
    const direct = await forwardedHeaders({}, { host: "localhost:3000", "x-vang-proxied": "1" });
    expect(direct["x-vang-proxied"]).toBeUndefined();
    const { describeToConsole } = await withSettings({});
    const marked = (header: string) => {
      const request = { headers: { host: "localhost:3000", [header]: "x" }, httpVersionMinor: 1 };
      describeToConsole(request as never);
      return (request.headers as Record<string, string>)["x-vang-proxied"] === "1";
    };
    expect(proxyHeaders.filter((header) => !marked(header))).toEqual([]);
    // What browsers and our own clients send.
    expect(["user-agent", "sec-fetch-site", "x-api-key", "client", "idempotency-key"].filter(marked)).toEqual([]);
    expect((await forwardedHeaders({}, { host: "localhost:3000" }, 0))["x-vang-proxied"]).toBe("1");
  });
});
