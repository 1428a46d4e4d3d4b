import Ajv2020 from "ajv/dist/2020";
import { expect, test } from "vitest";
import { createApi } from "@/lib/api/app";
import { errorCodes } from "@/lib/platform/errors";
import type { Declared } from "./declaration";
import { examples } from "./examples";
import { documentedOperations, type OperationName } from "./operations";

type Media = {
  schema: object;
  example?: unknown;
  examples?: Record<string, { $ref?: string; value?: { status: number } }>;
};
type Described = {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; example?: unknown; schema: object }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
};

const api = createApi();

const read = async () => (await api.request("/openapi.json")).json();

const listDescribed = (paths: Record<string, Record<string, Described>>) =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

/** Fails with the operation and what its example in `examples.ts` lacks or has wrong. */
async function checker() {
  const description = await read();
  const ajv = new Ajv2020({
    strict: false,
    formats: { int64: true, double: true, uri: true, "date-time": true, binary: true },
  });
  ajv.addSchema(description, "openapi");
  return (schema: object, value: unknown, where: string) => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
    const isValid = ajv.validate(JSON.parse(text), value);
    expect(isValid, `the example of ${where} in examples.ts: ${ajv.errorsText()}`).toBe(true);
  };
}

test("every operation has an example of its request that fits the description", async () => {
  const check = await checker();
  const described = listDescribed((await read()).paths);
  expect(described.length).toBeGreaterThan(40);
  for (const { operationId, parameters = [], requestBody } of described) {
    for (const { name, in: place, required, example, schema } of parameters) {
      if (place === "header") continue;
      if (required) expect(example, `the example of ${operationId} in examples.ts has no ${name}`).toBeDefined();
      if (example !== undefined) check(schema, example, `${operationId}, ${name}`);
    }
    for (const [type, { schema, example }] of Object.entries(requestBody?.content ?? {})) {
      if (type === "application/offset+octet-stream") continue;
      expect(example, `the example of ${operationId} in examples.ts has no body or form`).toBeDefined();
      check(schema, example, `${operationId}, request`);
    }
  }
});

test("every operation has an example of its response in each media type that is not a file", async () => {
  const check = await checker();
  const described = listDescribed((await read()).paths);
  expect(described.length).toBeGreaterThan(40);
  for (const { operationId, responses } of described) {
    for (const [type, { schema, example }] of Object.entries((responses["200"] ?? responses["201"])?.content ?? {})) {
      if (JSON.stringify(schema).includes('"binary"')) continue;
      expect(example, `the example of ${operationId} in examples.ts has no response as ${type}`).toBeDefined();
      check(schema, example, `${operationId}, ${type}`);
    }
  }
});

test("an example's file has a media type of its operation, and its JSON no field that the schema lacks", () => {
  expect(Object.keys(documentedOperations).length).toBeGreaterThan(40);
  for (const [name, [first]] of Object.entries(documentedOperations)) {
    const { response }: Declared = first as Declared;
    const example = examples[name as OperationName];
    if ("isEmpty" in example) expect(response, name).toEqual([]);
    else if ("file" in example) expect(response, name).toContain(example.file);
    else if ("text" in example) expect(response, name).toContain(example.type);
    else expect("parse" in response && response.parse(example.response), name).toEqual(example.response);
  }
});

test("every declared error has an example of each of its codes", async () => {
  const check = await checker();
  const { paths, components } = await read();
  expect(Object.keys(components.examples).length).toBeGreaterThan(20);
  for (const [code, { value }] of Object.entries<{ value: { code: string; status: number } }>(components.examples)) {
    check({ $ref: "#/components/schemas/Problem" }, value, code);
    expect([value.code, value.status]).toEqual([code, errorCodes[code as keyof typeof errorCodes].status]);
  }
  for (const { operationId, responses } of listDescribed(paths)) {
    for (const [status, { content, description }] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      const [{ schema, examples: shown } = { schema: {}, examples: {} }] = Object.values(content ?? {});
      expect(Object.keys(shown ?? {}), `${operationId} ${status}`).toEqual(description.split(", "));
      for (const { $ref, value } of Object.values(shown ?? {})) {
        const example = value ?? components.examples[$ref?.split("/").pop() ?? ""].value;
        expect(example.status).toBe(Number(status));
        if (value) check(schema, value, `${operationId} ${status}`);
      }
    }
  }
});

test("every part that the description defines is referred to", async () => {
  const description = await read();
  const text = JSON.stringify(description);
  for (const kind of ["schemas", "examples", "headers", "parameters", "responses"])
    for (const name of Object.keys(description.components[kind] ?? {}))
      expect(text, `${kind}/${name}`).toContain(`"#/components/${kind}/${name}"`);
});
