type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  format?: string;
  description?: string;
};
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Content = Record<string, { schema: Schema }>;
type Operation = {
  operationId: string;
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { requestBody: { content: Content } } }>;
  components: { schemas: Record<string, Schema> };
};

/** The SDK's types from the API's own description: each schema, each operation, and which of them are idempotent. */
export function writeTypes({ paths, webhooks, components }: ApiDocument): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    const type = writeSchema(schema);
    return type.startsWith("{") ? `export interface ${name} ${type}` : `export type ${name} = ${type};`;
  });
  const events = Object.values(webhooks).flatMap(({ post }) => Object.values(post.requestBody.content));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const isIdempotent = ({ method, operation }: (typeof operations)[number]) =>
    method === "POST" && operation.parameters?.some(({ name }) => name === "Idempotency-Key");
  const idempotent = operations.filter(isIdempotent).map(({ path }) => `  ${JSON.stringify(path)},\n`);
  return `// Written from /openapi.json by \`npm run sdk-types\`. Do not edit.

${schemas.join("\n\n")}

export type WebhookEvent = ${events.map(({ schema }) => writeSchema(schema)).join(" | ")};

export interface Operations {
${operations.map(writeOperation).join("\n")}
}

export const idempotentPosts = [
${idempotent.join("")}] as const;
`;
}

function writeOperation(declared: { path: string; method: string; operation: Operation }): string {
  const { summary, parameters = [], requestBody, responses } = declared.operation;
  const group = (where: string): Schema => {
    const own = parameters.filter((parameter) => parameter.in === where);
    return {
      type: "object",
      properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
      required: own.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    };
  };
  const body = requestBody && union(Object.values(requestBody.content).map(({ schema }) => writeSchema(schema)));
  const success = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const result = union(
    success.flatMap(([, { content }]) =>
      content ? Object.entries(content).map(([type, { schema }]) => resultOf(type, schema)) : ["undefined"],
    ),
  );
  return `${comment(summary)}${JSON.stringify(`${declared.method} ${declared.path}`)}: {
    params: ${writeSchema(group("path"))};
    query: ${writeSchema(group("query"))};
    body: ${body ?? "undefined"};
    result: ${result};
  };`;
}

/** What the client makes of a response of this type. */
function resultOf(type: string, schema: Schema): string {
  if (type.includes("json")) return writeSchema(schema);
  return /^(audio|image|application\/octet-stream|text\/event-stream)/.test(type) ? "Uint8Array" : "string";
}

function writeSchema(schema: Schema): string {
  const { $ref, anyOf, oneOf, allOf, enum: values } = schema;
  if ($ref) return $ref.split("/").pop() ?? "unknown";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (values) return union(values.map((value) => JSON.stringify(value)));
  if (allOf) return allOf.map(writeSchema).join(" & ");
  const choices = anyOf ?? oneOf;
  if (choices) return union(choices.map(writeSchema));
  return union([schema.type ?? []].flat().map((type) => writeType(type, schema)));
}

function writeType(type: string, { format, items, properties, required, additionalProperties }: Schema): string {
  if (type === "integer") return "number";
  if (type === "string") return format === "binary" ? "Blob" : "string";
  if (type === "array") return `(${writeSchema(items ?? {})})[]`;
  if (type !== "object") return type;
  if (!properties && typeof additionalProperties === "object")
    return `{ [name: string]: ${writeSchema(additionalProperties)} }`;
  if (Object.keys(properties ?? {}).length === 0 && typeof additionalProperties !== "object") return "object";
  const fields = Object.entries(properties ?? {}).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${comment(schema.description)}${key}${required?.includes(name) ? "" : "?"}: ${writeSchema(schema)};`;
  });
  if (typeof additionalProperties === "object") fields.push("[name: string]: unknown;");
  return `{\n${fields.join("\n")}\n}`;
}

const union = (types: string[]): string => [...new Set(types)].join(" | ") || "unknown";

const comment = (text: string | undefined): string => (text ? `/** ${text.replaceAll("*/", "* /")} */\n` : "");
