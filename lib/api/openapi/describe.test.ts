// @module-tag promise
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createApi } from "@/lib/api/app";
import { sampleRates } from "@/lib/engines/audio/formats";
import { errorCodes } from "@/lib/platform/errors";
import { catalogues } from "@/lib/platform/i18n/catalogues";
import { translate } from "@/lib/platform/i18n/translate";
import { listRegions } from "@/lib/platform/regions";
import { operations as declaredOperations, documentedOperations } from "./operations";

type Declared = {
  description: string;
  headers: Record<string, unknown>;
  content: Record<string, { schema: { allOf?: { properties?: { code: { enum: string[] } } }[] } }>;
};
type Lintable = {
  info: { description?: string; contact?: { name: string; url: string }; license: { identifier?: string } };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
};
type Operation = {
  operationId: string;
  "x-alias-of"?: string;
  summary?: string;
  tags?: string[];
  description?: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required: boolean; description?: string }[];
};
type Field = {
  description?: string;
  properties?: Record<string, Field>;
  items?: Field;
  anyOf?: Field[];
  allOf?: Field[];
};
type Description = {
  paths: Record<string, Record<string, { responses: Record<string, Declared> }>>;
  components: { headers: Record<string, { schema: { enum?: string[] } }> };
};

const api = createApi();

const read = async (): Promise<Description> => (await api.request("/openapi.json")).json();

test.each([
  ["post", "/stt", [200, 400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 502, 503]],
  ["post", "/ai/tts", [200, 400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 502, 503]],
  ["get", "/tts/jobs", [200, 400, 401, 403, 404, 405, 429, 500, 503]],
  ["get", "/tts/audio", [200, 206, 304, 400, 403, 404, 405, 412, 416, 500, 503]],
  ["get", "/tts/models", [200, 304, 400, 401, 403, 405, 429, 500, 503]],
])("%s %s declares the statuses it can return, and no others", async (method, path, statuses) => {
  const { paths } = await read();
  expect(Object.keys(paths[path]?.[method]?.responses ?? {}).map(Number)).toEqual(statuses);
});

test("a field of several numbers declares all of them", async () => {
  const { components } = (await (await api.request("/openapi.json")).json()) as {
    components: { schemas: { TtsRequest: { properties: { sampleRate: { enum: number[] } } } } };
  };
  expect(components.schemas.TtsRequest.properties.sampleRate.enum).toEqual([...sampleRates]);
});

test("every declared error names its codes, each under its own status", async () => {
  const operations = Object.values((await read()).paths).flatMap((methods) => Object.values(methods));
  const declared = operations.flatMap(({ responses }) =>
    Object.entries(responses).filter(([status]) => Number(status) >= 400),
  );
  expect(declared.length).toBeGreaterThan(100);
  for (const [status, { description, content }] of declared) {
    const codes = Object.values(content)[0]?.schema.allOf?.[1]?.properties?.code.enum ?? [];
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
  expect(components.headers["X-Result-Code"]?.schema.enum).toEqual([
    "NO_SPEECH_FOUND",
    "FORMATTING_FAILED",
    "JOB_CANCELED",
  ]);
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
  const { info, servers, tags, paths }: Lintable = await (await api.request("/openapi.json")).json();
  expect(info).toMatchObject({
    description: expect.stringMatching(/\w/),
    contact: { name: "Vang", url: expect.stringMatching(/^http/) },
    license: { identifier: "AGPL-3.0-or-later" },
  });
  // A server of localhost or example.com is a warning of redocly's.
  expect(servers).toEqual(listRegions().map(({ code, url }) => ({ url, "x-region": code })));
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

const listOperations = async () => {
  const { paths }: Lintable = await (await api.request("/openapi.json")).json();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, ...operation })),
  );
};

test("every operation has a unique operationId that reads as a method, and a summary of its own", async () => {
  const all = await listOperations();
  expect(all.length).toBe(Object.values(documentedOperations).flat().length);
  for (const { name, operationId, summary } of all) {
    expect(operationId, name).toMatch(/^[a-z][A-Za-z]+$/);
    expect(summary, name).toMatch(/\w/);
  }
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
  expect(new Set(all.map(({ summary }) => summary)).size).toBe(all.length);
});

test("an alias names an operation that exists, in x-alias-of and in its summary", async () => {
  const all = await listOperations();
  const aliases = all.filter((operation) => operation["x-alias-of"]);
  expect(aliases.map(({ operationId }) => operationId)).toEqual(
    all.filter(({ operationId }) => operationId.endsWith("Alias")).map(({ operationId }) => operationId),
  );
  expect(aliases.length).toBeGreaterThan(0);
  for (const { operationId, summary, "x-alias-of": original = "" } of aliases) {
    expect(operationId).toBe(`${original}Alias`);
    expect(all.map((operation) => operation.operationId)).toContain(original);
    expect(summary).toContain(original);
  }
});

test("the version is that of the package", async () => {
  const { info } = await (await api.request("/openapi.json")).json();
  expect(info.version).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
});

test("every parameter is described, headers have their canonical case, and a signed link's parts are required", async () => {
  const all = await listOperations();
  for (const { name, parameters = [] } of all) {
    for (const parameter of parameters) {
      expect(parameter.description, `${name}: ${parameter.name}`).toMatch(/\w/);
      if (parameter.in === "header") expect(parameter.name, name).toMatch(/^[A-Z][a-z]*(-[A-Z][a-z]+)*$/);
    }
  }
  const link = all.find(({ operationId }) => operationId === "downloadSpeechAudio")?.parameters ?? [];
  expect(link.filter(({ required }) => required).map(({ name }) => name)).toEqual(["object", "expires", "signature"]);
});

test("every field of every schema, and every response header, is described", async () => {
  const { components } = await (await api.request("/openapi.json")).json();
  const missing: string[] = [];
  const walk = (schema: Field, at: string) => {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (!field.description) missing.push(`${at}.${name}`);
      walk(field, `${at}.${name}`);
    }
    if (schema.items) walk(schema.items, `${at}[]`);
    for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) walk(part, at);
  };
  for (const [name, schema] of Object.entries(components.schemas)) walk(schema as Field, name);
  for (const [name, header] of Object.entries(components.headers as Record<string, Field>)) {
    if (!header.description) missing.push(name);
  }
  expect(missing).toEqual([]);
});

test("every operation declares 405 with Allow, as its path answers", async () => {
  const { paths } = await read();
  expect(Object.keys(paths).length).toBeGreaterThan(30);
  for (const [path, methods] of Object.entries(paths)) {
    for (const { responses } of Object.values(methods)) {
      expect(Object.keys(responses["405"]?.headers ?? {}), path).toContain("Allow");
    }
  }
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

type Generated = {
  paths: Record<string, Record<string, Operation & { requestBody?: { content: Record<string, { schema: object }> } }>>;
  components: { schemas: Record<string, { properties?: object }> };
};

const readGenerated = async (query = ""): Promise<Generated> => (await api.request(`/openapi.json${query}`)).json();

const operationsOf = ({ paths }: Generated) => Object.values(paths).flatMap((methods) => Object.values(methods));

test("the document for generators has each operation once", async () => {
  const [whole, generated] = [await readGenerated(), await readGenerated("?aliases=omit")];
  const unique = operationsOf(whole).filter((operation) => !operation["x-alias-of"]);
  const idsOf = (all: Operation[]) => all.map(({ operationId }) => operationId).sort();
  expect(idsOf(operationsOf(generated))).toEqual(idsOf(unique));
  expect(unique.length).toBeLessThan(operationsOf(whole).length);
});

test("every body has a name, and the fields of an upload are in one schema with the file", async () => {
  const document = await readGenerated();
  const schemas = operationsOf(document).flatMap(({ operationId, requestBody }) =>
    Object.values(requestBody?.content ?? {}).map(({ schema }) => [operationId, Object.keys(schema)]),
  );
  expect(schemas.filter(([, keys]) => keys?.[0] !== "$ref")).toEqual([]);
  expect(Object.keys(document.components.schemas.SttUpload?.properties ?? {})).toContain("file");
  expect(Object.keys(document.components.schemas.OpenAiTranscriptionUpload?.properties ?? {})).toContain("model");
});

test("every route of the API is a declared operation, and those that no partner calls are not in the document", async () => {
  const written = (paths: readonly { method: string; path: string }[]) =>
    paths.map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`);
  const routes = written(api.routes.filter(({ method }) => method !== "ALL" && method !== "OPTIONS"));
  const declared = written(Object.values(declaredOperations).flatMap((paths) => [...paths]));
  const documents = ["GET /openapi.json", "GET /asyncapi.json", "GET /postman.json", "GET /llms.txt"];
  // Files to download, and tools that describe themselves by their own protocol.
  const others = ["GET /sdk", "GET /sdk/:file", "POST /mcp"];
  expect(routes.filter((route) => ![...declared, ...documents, ...others].includes(route))).toEqual([]);
  const paths = Object.keys((await read()).paths);
  expect(paths.filter((path) => /^\/(bank|secret-scanning|sample)/.test(path))).toEqual([]);
  for (const root of ["/bank/sepay", "/sample/speech"]) expect(routes).toContain(`POST ${root}`);
});
