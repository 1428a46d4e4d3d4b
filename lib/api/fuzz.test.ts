import Ajv2020 from "ajv/dist/2020";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi } from "@/lib/testing/api";
import { makeKey, makeMember } from "@/prisma/factories";

type Schema = {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  $ref?: string;
  example?: unknown;
};
type Operation = {
  parameters?: { name: string; in: "query" | "path" | "header"; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
};
type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

let api: Awaited<ReturnType<typeof startApi>>;
let key: string;
let description: Description;
let isProblem: (value: unknown) => boolean;

beforeAll(async () => {
  api = await startApi();
  key = await makeKey(await makeMember({ creditMilli: 1_000_000_000n }));
  description = (await (await fetch(`${api.url}/openapi.json`)).json()) as Description;
  const ajv = new Ajv2020({ strict: false, formats: { int64: true, double: true, uri: true, binary: true } });
  ajv.addSchema(description, "openapi");
  const validate = ajv.compile({ $ref: "openapi#/components/schemas/Problem" });
  isProblem = (value) => validate(value);
});
afterAll(() => api.close());

/** What nobody expects in a field: other types, other alphabets, the edges of numbers, pieces of attacks. */
const junk = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.anything({ maxDepth: 2 }),
  fc.constantFrom(
    "\0",
    "\ud800",
    "../../etc/passwd",
    "' OR 1=1 --",
    "{{7*7}}",
    "é".repeat(6000),
    "-1",
    "1e309",
    "__proto__",
  ),
);

/** Mostly what the description asks for, so that the checks behind the first one are reached too. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const known = schema.$ref ? description.components.schemas[schema.$ref.split("/").pop() ?? ""] : schema;
  if (!known) return junk;
  if (known.anyOf) return fc.oneof(...known.anyOf.map(valuesOf));
  if (known.enum)
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known.enum) }, { weight: 1, arbitrary: junk });
  if (known.properties) {
    const fields = Object.entries(known.properties).map(([name, field]) => [name, fieldOf(field)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  }
  return junk;
}

const fieldOf = (field: Schema) =>
  field.example === undefined
    ? valuesOf(field)
    : fc.oneof({ weight: 6, arbitrary: fc.constant(field.example) }, { weight: 1, arbitrary: valuesOf(field) });

const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

type Attempt = { path: string; init: RequestInit & { key?: string; json?: unknown } };

function attemptsAt(path: string, method: string, operation: Operation): fc.Arbitrary<Attempt> {
  const parameters = operation.parameters ?? [];
  const values = fc.record(Object.fromEntries(parameters.map(({ name, schema }) => [name, fieldOf(schema)])));
  const body = operation.requestBody?.content["application/json"]?.schema;
  const form = operation.requestBody?.content["multipart/form-data"]?.schema;
  const bodies = body
    ? fc.oneof({ weight: 5, arbitrary: valuesOf(body) }, { weight: 1, arbitrary: junk })
    : fc.constant(undefined);
  const keys = fc.constantFrom(key, key, key, key, "", "vang_live_x", "é");
  return fc.tuple(values, bodies, keys).map(([sent, json, secret]) => {
    const query = new URLSearchParams();
    let filled = path;
    const headers: Record<string, string> = {};
    for (const { name, in: where } of parameters) {
      // Longer addresses and headers the HTTP parser itself refuses.
      const text = textOf(sent[name]).slice(0, 200);
      if (where === "query") query.set(name, text);
      if (where === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(text) || "x");
      if (where === "header") headers[name] = text.replace(/[^\x20-\x7e]/g, "");
    }
    if (secret && secret !== "é") headers["x-api-key"] = secret;
    const upload = form && new FormData();
    upload?.append("file", new Blob([textOf(json)]), "a.wav");
    return { path: `${filled}?${query}`, init: { method, headers, json: upload ? undefined : json, body: upload } };
  });
}

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

test("whatever is sent to whichever operation, the answer is one the description knows, and tells nothing of us", {
  timeout: 300_000,
}, async () => {
  expect(operations().length).toBeGreaterThan(10);
  for (const { path, method, operation } of operations()) {
    await fc.assert(
      fc.asyncProperty(attemptsAt(path, method, operation), async ({ path: target, init }) => {
        const { status, headers, json, bytes } = await api.call(method, target, init);
        if (status < 300 || status === 416) return;
        expect(status, `${method} ${target}`).toBeLessThan(500);
        expect(headers.get("content-type")).toBe("application/problem+json");
        expect(isProblem(json)).toBe(true);
        expect(json.status).toBe(status);
        expect(json.messageVi).not.toMatch(/invalid|expected|received|must be|has no option/i);
        expect(String(bytes)).not.toMatch(/node_modules|\.ts:|at \w+ \(|SELECT |postgres|prisma/i);
      }),
      { numRuns: Number(process.env.VANG_FUZZ ?? 40) },
    );
  }
});
