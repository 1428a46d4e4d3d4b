import "server-only";
import { STATUS_CODES } from "node:http";
import type { Scope, ScopeChoice } from "@/lib/access/principals/scopes";
import type { CodeRequest } from "@/lib/api/code/request";
import { env } from "@/lib/platform/env";
import { errorCodes } from "@/lib/platform/errors";
import type { Locale } from "@/lib/platform/i18n/locale";
import { type AnswerHeader, answerHeaders } from "./answer-headers";
import type { Declared } from "./declaration";
import { describeApi } from "./document";
import { sharedErrors } from "./error-sets";
import { examples } from "./examples";
import type { OperationExample } from "./examples/shared";
import { documentedOperations, groupOf, type OperationGroup, type OperationName } from "./operations";

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
};
type Content = Record<string, { schema: Schema }>;
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; headers?: Record<string, unknown>; content?: Content }>;
};

/** One field, with its type as code: `"mp3" | "wav" | "opus"`, `Voice[]`. */
export type ReferenceField = { name: string; type: string; isRequired: boolean; description: string; in?: string };

/** One media type of a body, and the fields of its JSON or form. */
export type ReferenceBody = { type: string; fields: ReferenceField[] };

export type ReferenceOperation = {
  name: OperationName;
  group: OperationGroup;
  method: string;
  paths: string[];
  scope: Scope | ScopeChoice | "authenticated" | "public";
  parameters: ReferenceField[];
  body: ReferenceBody | null;
  answers: { status: string; bodies: ReferenceBody[]; headers: string[] }[];
  example: { request: CodeRequest; response: string };
  errors: StatusCodes[];
  /** Its errors besides `commonErrors`. */
  ownErrors: StatusCodes[];
};

export type StatusCodes = { status: string; codes: string[] };

/** An object type that fields refer to by its name. */
export type ReferenceSchema = { name: string; fields: ReferenceField[] };

export type Reference = {
  operations: ReferenceOperation[];
  schemas: ReferenceSchema[];
  /** The errors that every operation has, or every one that takes a key. */
  commonErrors: StatusCodes[];
};

const references: Partial<Record<Locale, Reference>> = {};

/** The API's own description, in the language, the order and the shape in which people read it. */
export function readReference(locale: Locale): Reference {
  references[locale] ??= buildReference(locale);
  return references[locale];
}

function buildReference(locale: Locale): Reference {
  const document = describeApi(locale);
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const listed = (Object.keys(documentedOperations) as OperationName[]).flatMap((name) => {
    const [first] = documentedOperations[name];
    const described = first && paths[first.path]?.[first.method];
    if (!described) return [];
    return [{ name, ...first, paths: documentedOperations[name].map(({ path }) => path), described }];
  });
  const statuses = [...new Set(sharedErrors.map((code) => errorCodes[code].status))].sort();
  return {
    operations: listed.map(({ name, method, paths, scope, described }) => ({
      name,
      group: groupOf[name],
      method: method.toUpperCase(),
      paths,
      scope,
      parameters: (described.parameters ?? []).map((parameter) => ({
        name: parameter.name,
        in: parameter.in,
        type: typeOf(parameter.schema),
        isRequired: parameter.required ?? false,
        description: parameter.description ?? "",
      })),
      body: bodiesOf(described.requestBody?.content ?? {}, schemas)[0] ?? null,
      example: exampleOf(name, documentedOperations[name][0] as Declared),
      ...answersOf(described, schemas),
    })),
    commonErrors: statuses.map((status) => ({
      status: String(status),
      codes: sharedErrors.filter((code) => errorCodes[code].status === status),
    })),
    schemas: Object.entries(schemas).map(([name, schema]) => ({ name, fields: fieldsOf(schema, schemas) })),
  };
}

function answersOf({ responses }: Operation, schemas: Record<string, Schema>) {
  const all = Object.entries(responses);
  const shared: readonly string[] = sharedErrors;
  const isRefusal = ([status]: [string, unknown]) => Number(status) >= 400;
  const errors = all.filter(isRefusal).map(([status, { description }]) => ({
    status,
    codes: description.split(", ").filter((it) => it in errorCodes),
  }));
  return {
    answers: all
      .filter((response) => !isRefusal(response))
      .map(([status, { headers = {}, content = {} }]) => ({
        status,
        bodies: bodiesOf(content, schemas),
        headers: Object.keys(headers),
      })),
    errors,
    ownErrors: errors
      .map(({ status, codes }) => ({ status, codes: codes.filter((code) => !shared.includes(code)) }))
      .filter(({ codes }) => codes.length > 0),
  };
}

/** The request, and the response with the headers that are this operation's own. */
function exampleOf(name: OperationName, operation: Declared) {
  const example = examples[name];
  const type = "file" in example ? example.file : "type" in example ? example.type : "application/json";
  const headers = (operation.responseHeaders ?? [])
    .filter((header) => !rareHeaders.includes(header))
    .map((header) => `${header}: ${answerHeaders[header].example}`);
  let body = "<audio>";
  if ("isEmpty" in example) body = "";
  else if ("text" in example) body = example.text;
  else if ("response" in example) body = JSON.stringify(example.response, null, 2);
  const { status = 200 } = operation;
  return {
    request: exampleCode(env.url, operation, example),
    response: [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...("isEmpty" in example ? [] : [`Content-Type: ${type}`]),
      ...headers,
      "",
      body,
    ].join("\n"),
  };
}

/** Headers that most successful responses do not have. */
const rareHeaders: AnswerHeader[] = ["Idempotent-Replayed", "X-Engine", "X-Result-Code"];

const bodiesOf = (content: Content, schemas: Record<string, Schema>): ReferenceBody[] =>
  Object.entries(content).map(([type, { schema }]) => ({ type, fields: fieldsOf(schema, schemas) }));

function fieldsOf(schema: Schema, schemas: Record<string, Schema>): ReferenceField[] {
  if (schema.allOf) return schema.allOf.flatMap((part) => fieldsOf(part, schemas));
  if (schema.$ref) return fieldsOf(schemas[nameOf(schema.$ref)] ?? {}, schemas);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    {
      name,
      type: typeOf(field),
      isRequired: schema.required?.includes(name) ?? false,
      description: field.description ?? "",
    },
    ...fieldsOf(field, {}).map((inner) => ({ ...inner, name: `${name}.${inner.name}` })),
  ]);
}

/** A longer list of values, such as that of error codes, has a page of its own. */
const maxValuesShown = 12;

const nameOf = (reference: string) => reference.split("/").pop() ?? "";

function typeOf({ $ref, type, enum: values, const: only, anyOf, items }: Schema): string {
  if ($ref) return nameOf($ref);
  if (only !== undefined) return JSON.stringify(only);
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" | ");
  if (values && values.length > maxValuesShown) return "string";
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (items) return `${typeOf(items)}[]`;
  return [type ?? "any"].flat().join(" | ");
}

/** The request of an example, to be written as code. */
export function exampleCode(baseUrl: string, operation: Declared, example: OperationExample): CodeRequest {
  const { method, path, scope, isIdempotent } = operation;
  const { params = {}, query, body, form, headers } = example;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
  const { file, ...fields } = form ?? {};
  return {
    url: `${baseUrl}${filled}${query ? `?${new URLSearchParams(query)}` : ""}`,
    method: method.toUpperCase() as CodeRequest["method"],
    ...((isIdempotent || headers) && {
      headers: { ...(isIdempotent && { "Idempotency-Key": "order-1024" }), ...headers },
    }),
    ...(body && { body: { json: body } }),
    ...(file && { body: { file, fields } }),
    ...(scope === "public" && { isPublic: true }),
    ...("file" in example && { saveAs: `audio.${example.file === "audio/mpeg" ? "mp3" : "wav"}` }),
    ...("type" in example && example.type === "text/event-stream" && { isStream: true }),
  };
}
