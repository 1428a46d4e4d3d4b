// @module-tag promise
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { apiRoots, createApi } from "./app";
import { consoleRoots, seeksApi } from "./wrong-path";

const api = createApi();
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test.each(["/v1/tts", "/text-to-speech", "/api/tts", "/api/v1/stt", "/v1", "/voices?a=b", "/TTS"])(
  "a program that requests %s gets the API's error; a browser does not, unless it sends a key",
  (url) => {
    expect(seeksApi({ url, headers: {} })).toBe(true);
    expect(seeksApi({ url, headers: { accept: "*/*" } })).toBe(true);
    expect(seeksApi({ url, headers: { accept: "application/json" } })).toBe(true);
    expect(seeksApi({ url, headers: browser })).toBe(false);
    expect(seeksApi({ url, headers: { ...browser, "x-api-key": "vang_live_x" } })).toBe(true);
    expect(seeksApi({ url, headers: { ...browser, authorization: "Bearer x" } })).toBe(true);
  },
);

test.each(["/", "/?a=b", "/docs/errors", "/sign-in", "/api/auth/csrf", "/api/console/x/balance", "/_next/static/x.js"])(
  "%s belongs to the console for every client",
  (url) => {
    for (const headers of [{}, { accept: "*/*" }, { authorization: "Bearer x" }])
      expect(seeksApi({ url, headers })).toBe(false);
  },
);

test("the data of a missing page is handled by the console", () => {
  expect(seeksApi({ url: "/gone", headers: { accept: "*/*", rsc: "1" } })).toBe(false);
});

test("the first segment of every page, route and public file is known as the console's", () => {
  const inside = (directory: string): string[] =>
    readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      if (entry.name.startsWith("(")) return inside(`${directory}/${entry.name}`);
      return entry.isDirectory() || /^icon\./.test(entry.name) ? [entry.name] : [];
    });
  const roots = [...inside("app").filter((name) => name !== "api"), ...readdirSync("public")];
  expect(roots.length).toBeGreaterThan(10);
  expect(roots.filter((name) => !consoleRoots.includes(name))).toEqual([]);
  expect(readdirSync("app/api").sort()).toEqual(["console"]);
});

test.each(["GET", "POST", "PUT", "DELETE"])("%s of a wrong path gets the right ones", async (method) => {
  for (const path of ["/v1/tts", "/text-to-speech", "/tts/synthesize"]) {
    const response = await api.request(path, { method });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      path.startsWith("/v1") ? "application/json" : "application/problem+json",
    ]);
    const { code, message, messageVi } = (await response.json()) as Record<string, string>;
    expect(code).toBe("NOT_FOUND");
    for (const words of [message, messageVi])
      for (const part of [path, "POST http://localhost:3000/tts", "POST http://localhost:3000/stt", "/openapi.json"])
        expect(words).toContain(part);
  }
});

test("the balancer of npm run cluster sends every path of the API to the API", () => {
  const [, named = ""] = /const apiRoots =\s*"([^"]+)"/.exec(readFileSync("scripts/cluster.mjs", "utf8")) ?? [];
  expect(named.split(" ").sort()).toEqual([...apiRoots].sort());
});
