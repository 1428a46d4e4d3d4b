import { expect, test } from "vitest";
import { createApi } from "@/lib/api/app";
import { errorCodes } from "@/lib/errors";
import { catalogues } from "@/lib/i18n/catalogues";
import { translate } from "@/lib/i18n/translate";

type Declared = {
  description: string;
  headers: Record<string, unknown>;
  content: Record<string, { schema: { allOf?: { properties?: { code: { enum: string[] } } }[] } }>;
};
type Lintable = {
  info: { description?: string; contact?: { name: string; url: string }; license: { identifier?: string } };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<
    string,
    Record<string, { tags?: string[]; description?: string; security: Record<string, string[]>[] }>
  >;
};
type Description = {
  paths: Record<string, Record<string, { responses: Record<string, Declared> }>>;
  components: { headers: Record<string, { schema: { enum?: string[] } }> };
};

const read = async (): Promise<Description> => (await createApi().request("/openapi.json")).json();

test.each([
  ["post", "/stt", [200, 400, 401, 402, 403, 404, 408, 409, 413, 415, 422, 429, 500, 502, 503]],
  ["post", "/ai/tts", [200, 400, 401, 402, 403, 404, 408, 409, 413, 415, 422, 429, 500, 502, 503]],
  ["get", "/tts/jobs", [200, 400, 401, 403, 404, 429, 500, 503]],
  ["get", "/tts/audio", [200, 206, 304, 400, 403, 404, 412, 416, 500, 503]],
  ["get", "/tts/models", [200, 304, 400, 401, 403, 429, 500, 503]],
])("%s %s declares the statuses it can return, and no others", async (method, path, statuses) => {
  const { paths } = await read();
  expect(Object.keys(paths[path]?.[method]?.responses ?? {}).map(Number)).toEqual(statuses);
});

test("every declared error names its codes, each under its own status", async () => {
  const operations = Object.values((await read()).paths).flatMap((methods) => Object.values(methods));
  const declared = operations.flatMap(({ responses }) =>
    Object.entries(responses).filter(([status]) => Number(status) >= 400),
  );
  expect(declared.length).toBeGreaterThan(100);
  for (const [status, { description, content }] of declared) {
    const codes = content["application/problem+json"]?.schema.allOf?.[1]?.properties?.code.enum ?? [];
    expect(codes.length).toBeGreaterThan(0);
    expect(description).toBe(codes.join(", "));
    expect(codes.map((code) => String(errorCodes[code as keyof typeof errorCodes].status))).toEqual(
      codes.map(() => status),
    );
  }
});

test("a response declares its headers, and a transcript's remarks by name", async () => {
  const { paths, components } = await read();
  const headers = paths["/stt"]?.post?.responses["200"]?.headers ?? {};
  expect(Object.keys(headers)).toEqual(
    expect.arrayContaining(["X-Tracking-Id", "X-Charge-Vnd", "Idempotent-Replayed", "X-Engine", "X-Result-Code"]),
  );
  expect(components.headers["X-Result-Code"]?.schema.enum).toEqual(["NO_SPEECH_FOUND"]);
  expect(Object.keys(paths["/tts"]?.post?.responses["200"]?.headers ?? {})).toContain("X-AI-Generated");
});

test.each(["en", "vi"] as const)(
  "the documentation (%s) says that a replayed response repeats the first charge header",
  (locale) => {
    expect(translate(locale, "docs.described.chargeVnd")).toContain("Idempotent-Replayed");
    const rule = catalogues[locale].docs.rules.again.words;
    for (const name of ["Idempotent-Replayed", "X-Charge-Vnd", "IDEMPOTENCY_RUNNING", "Retry-After"])
      expect(rule).toContain(name);
  },
);

test("the description has what redocly and spectral ask for: tags, descriptions, a license identifier and a contact", async () => {
  const { info, servers, tags, paths }: Lintable = await (await createApi().request("/openapi.json")).json();
  expect(info).toMatchObject({
    description: expect.stringMatching(/\w/),
    contact: { name: "Vang", url: expect.stringMatching(/^http/) },
    license: { identifier: "AGPL-3.0-or-later" },
  });
  // A server of localhost or example.com is a warning of redocly's.
  expect(servers).toEqual([{ url: "/" }]);
  for (const { name, description } of tags) expect(description, name).toMatch(/\w/);
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      expect(operation.description, `${method} ${path}`).toMatch(/\.$/);
      expect(operation.tags, `${method} ${path}`).toHaveLength(1);
      expect(tags.map(({ name }) => name)).toContain(operation.tags?.[0]);
      // Only OAuth 2 and OpenID Connect list scopes there.
      expect(operation.security.flatMap(Object.values), `${method} ${path}`).toEqual(operation.security.map(() => []));
    }
  }
  expect(paths["/tts"]?.post?.description).toContain("tts:execute");
});

test.each(["/stt", "/ai/stt", "/stt/jobs", "/ai/stt/{trackingId}"])(
  "JSON is the first response type of %s, and the others are text, so that a generated client returns JSON",
  async (path) => {
    const { paths } = await read();
    const content = (paths[path]?.post ?? paths[path]?.get)?.responses["200"]?.content ?? {};
    expect(Object.keys(content)[0]).toBe("application/json");
    for (const [type, { schema }] of Object.entries(content).slice(1)) expect(schema, type).toEqual({ type: "string" });
  },
);
