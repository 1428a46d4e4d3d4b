import fc from "fast-check";

export type Schema = {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  example?: unknown;
};
export type Operation = {
  parameters?: { name: string; in: "query" | "path" | "header"; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
export type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Valid values for attempts, so that some succeed: keys, audio, and values of fields by name. */
export type Means = { keys: readonly string[]; sound: Uint8Array<ArrayBuffer>; known: Record<string, unknown> };

export type Attempt = { path: string; init: RequestInit & { json?: unknown } };

/** Unexpected values: other types, other alphabets, boundary numbers, attack strings. */
export const junk = fc.oneof(
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

const mostly = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });

const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

/** Requests for one operation: mostly valid, so that later checks are reached too. */
export function attemptsAt(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  { components }: Description,
  { keys, sound, known }: Means,
): fc.Arbitrary<Attempt> {
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (components.schemas[schema.$ref.split("/").pop() ?? ""] ?? {}) : schema;

  function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
    const { anyOf, enum: choices, properties, required } = resolve(schema);
    if (anyOf) return fc.oneof(...anyOf.map(valuesOf));
    if (choices) return mostly(fc.constantFrom(...choices), junk);
    return properties ? recordOf(properties, required) : junk;
  }

  function fieldOf(name: string, schema: Schema): fc.Arbitrary<unknown> {
    const usual = known[name] ?? resolve(schema).example;
    return usual === undefined ? valuesOf(schema) : mostly(fc.constant(usual), valuesOf(schema));
  }

  function recordOf(properties: Record<string, Schema>, required: string[] = []) {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, fieldOf(name, field)]));
    const needed = Object.keys(fields).filter((name) => required.includes(name) || name in known);
    // With many optional fields, of which each may be invalid, hardly a request would be valid.
    const few = Object.fromEntries(Object.entries(fields).filter(([name]) => needed.includes(name)));
    return fc.oneof(
      { weight: 4, arbitrary: fc.record(fields, { requiredKeys: needed }) },
      { weight: 5, arbitrary: fc.record(few) },
      { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    );
  }

  const parameters = operation.parameters ?? [];
  const sent = recordOf(
    Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    parameters.filter(({ required }) => required).map(({ name }) => name),
  );

  function bodies(): fc.Arbitrary<Pick<Attempt["init"], "json" | "body">> {
    const { "application/json": json, "multipart/form-data": form } = operation.requestBody?.content ?? {};
    if (json) return mostly(valuesOf(json.schema), junk).map((value) => ({ json: value }));
    if (!form) return fc.constant({});
    const parts = (form.schema.allOf ?? []).map((part) => resolve(part).properties ?? {});
    const fields = Object.fromEntries(parts.flatMap(Object.entries).filter(([name]) => name !== "file"));
    return fc.tuple(recordOf(fields), filesLike(sound), junk).map(([values, file, name]) => ({
      body: fillForm(values, file, textOf(name)),
    }));
  }

  const types = mostly(fc.constant(undefined), fc.constantFrom("text/plain", "multipart/form-data; boundary=x"));
  return fc.tuple(sent, bodies(), types, fc.constantFrom(...keys)).map(([values, body, type, key]) => {
    const query = new URLSearchParams();
    const headers: Record<string, string> = { ...(key && { "x-api-key": key }), ...(type && { "content-type": type }) };
    let filled = path;
    for (const { name, in: where } of parameters) {
      // The HTTP parser itself rejects longer URLs and headers.
      const text = textOf(values[name]).slice(0, 200);
      if (where === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(text) || "x");
      if (!(name in values)) continue;
      if (where === "query") query.set(name, text);
      if (where === "header") headers[name] = text.replace(/[^\x20-\x7e]/g, "");
    }
    return { path: `${filled}?${query}`, init: { method, headers, ...body } };
  });
}

/** The audio, mostly complete; otherwise truncated, with one corrupt byte near the start, or replaced. */
const filesLike = (sound: Uint8Array<ArrayBuffer>): fc.Arbitrary<Uint8Array<ArrayBuffer> | undefined> =>
  fc.oneof(
    { weight: 7, arbitrary: fc.constant(sound) },
    { weight: 1, arbitrary: fc.nat(sound.length).map((length) => sound.subarray(0, length)) },
    { weight: 2, arbitrary: fc.tuple(fc.nat(60), fc.nat(255)).map(([at, byte]) => sound.with(at, byte)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );

function fillForm(fields: Record<string, unknown>, file: Uint8Array<ArrayBuffer> | undefined, name: string): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, textOf(value));
  if (file) form.append("file", new Blob([file]), name);
  return form;
}
