import "server-only";
import { describeOpenAiError, inOpenAiNames } from "@/lib/api/openai/errors";
import { describeError } from "@/lib/api/problem";
import { AppError } from "@/lib/platform/errors";
import type { Declared } from "./declaration";
import { listErrors } from "./error-sets";
import { type ApiCode, apiCodes } from "./error-topics";
import { examples } from "./examples";
import type { OperationExample } from "./examples/shared";
import { documentedOperations, type OperationName } from "./operations";

type Content = Record<string, { example?: unknown; examples?: Record<string, { $ref: string } | { value: unknown }> }>;
type Described = {
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

const exampleId = "req_01k82ia559eaoo1urkogq1bvu1";

/** One problem document for each code of an operation, which the responses refer to. */
export function errorExamples() {
  const declared = new Set(
    Object.values(documentedOperations).flatMap((paths) => paths.flatMap((one: Declared) => listErrors(one))),
  );
  return Object.fromEntries(
    apiCodes
      .filter((code) => declared.has(code))
      .map((code) => [code, { value: describeError(new AppError(code), exampleId) }]),
  );
}

/** Adds the example of each operation to its parameters, its body and its responses. */
export function addExamples(paths: Record<string, Record<string, Described>>): void {
  for (const name of Object.keys(documentedOperations) as OperationName[]) {
    for (const { path, method } of documentedOperations[name]) {
      const described = paths[path]?.[method];
      if (described) addExample(described, examples[name]);
    }
  }
}

function addExample({ parameters = [], requestBody, responses }: Described, example: OperationExample): void {
  const sent: Record<string, string> = { ...example.query, ...example.params };
  for (const parameter of parameters) {
    if (parameter.in !== "header" && parameter.name in sent) parameter.example = sent[parameter.name];
  }
  for (const media of Object.values(requestBody?.content ?? {})) media.example = example.body ?? example.form;
  for (const [status, { description, content = {} }] of Object.entries(responses)) {
    for (const [type, media] of Object.entries(content)) {
      if (Number(status) >= 400) {
        const codes = description.split(", ") as ApiCode[];
        const described = codes.map((code): [ApiCode, { $ref: string } | { value: unknown }] =>
          type === "application/json"
            ? [code, { value: describeOpenAiError(describeError(inOpenAiNames(new AppError(code)), exampleId)) }]
            : [code, { $ref: `#/components/examples/${code}` }],
        );
        media.examples = Object.fromEntries(described);
      } else if ("text" in example) media.example = example.text;
      else if ("response" in example && type === "application/json") media.example = example.response;
      else if ("texts" in example) media.example = example.texts?.[type];
    }
  }
}
