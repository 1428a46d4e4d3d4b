import Ajv2020 from "ajv/dist/2020";
import { expect } from "vitest";

export type Answer = { status: number; headers: Headers; json: Record<string, unknown>; bytes: Buffer };

type Described = {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: unknown }>;
};

export type Operation = { responses: Record<string, Described> };

/** Headers that every response may have. */
const ordinary = /^(access-control-|content-(length|type)$|x-content-type-options|cache-control|cross-origin-|vary)/;
const ofConnection = /^(connection|date|keep-alive|transfer-encoding|allow|x-accel-buffering)$/;

/** Paths that `/openapi.json` does not list: no program of a partner is written for them. */
const unlisted =
  /^\/(openapi\.json|llms\.txt|secret-scanning|bank\/\w+|hmi\/.*|mcp|stt\/url|v1\/(voices|text-to-speech|speech-to-text|pronunciation-dictionaries|listen|speak)(\/.*)?|api\/v1\/tts.*)$/;

/**
 * Validates responses against the server's `/openapi.json`: an undeclared status, media type, body or header fails, and
 * a request that matches no operation must get a problem response.
 */
export async function loadDescription(url: string) {
  const description = await (await fetch(`${url}/openapi.json`)).json();
  const ajv = new Ajv2020({
    strict: false,
    formats: { int64: true, double: true, uri: true, "date-time": true, binary: true },
  });
  ajv.addSchema(description, "openapi");
  const find = operationFinder(description.paths);
  const named = description.components.headers;

  return (method: string, path: string, { status, headers, json }: Answer) => {
    const type = headers.get("content-type")?.split(";")[0] ?? "";
    const found = find(method, path);
    if (!found) {
      if (method === "OPTIONS" || unlisted.test(path)) return;
      const errorType = path.startsWith("/v1/") ? "application/json" : problem;
      expect([status, type], `${method} ${path}`).toEqual([expect.toSatisfy((it) => it >= 400), errorType]);
      if (method !== "HEAD") expectFit(ajv, ["components", "schemas", "Problem"], json);
      return;
    }
    const context = `${method} ${path}: ${status} ${type}`;
    const declared = found.operation.responses[status];
    expect(status === 304 ? declared : declared?.content?.[type], `${context} is not declared`).toBeDefined();
    const known = Object.keys(declared?.headers ?? {}).map((name) => [name.toLowerCase(), named[name].schema]);
    expectHeaders(ajv, new Map(known as [string, HeaderSchema][]), headers, context);
    if (method !== "HEAD" && /json$/.test(type) && status !== 304) {
      expectFit(ajv, [...found.place, "responses", String(status), "content", type, "schema"], json);
    }
  };
}

const problem = "application/problem+json";

/** Finds the operation of a request, and its place in the description. HEAD counts as GET. */
function operationFinder(paths: Record<string, Record<string, Operation>>) {
  const patterns = Object.entries(paths).map(([path, methods]) => ({
    path,
    methods,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
  }));
  return (method: string, requested: string) => {
    const name = method === "HEAD" ? "get" : method.toLowerCase();
    const found = patterns.find(({ pattern, methods }) => methods[name] && pattern.test(requested));
    const operation = found?.methods[name];
    return found && operation && { operation, place: ["paths", found.path, name] };
  };
}

function expectFit(ajv: Ajv2020, place: string[], value: unknown): void {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
  const validate = ajv.getSchema(`openapi#/${pointer}`);
  expect(validate?.(value), JSON.stringify(validate?.errors)).toBe(true);
}

type HeaderSchema = { type: string };

function expectHeaders(ajv: Ajv2020, schemas: Map<string, HeaderSchema>, headers: Headers, context: string): void {
  for (const [name, value] of headers) {
    if (ordinary.test(name) || ofConnection.test(name)) continue;
    const schema = schemas.get(name);
    expect(schema, `${context} has a header ${name} that is not declared`).toBeDefined();
    const meant = schema?.type === "integer" ? Number(value) : value;
    expect(ajv.validate(schema ?? {}, meant), `${context}, ${name}: ${value}`).toBe(true);
  }
}
