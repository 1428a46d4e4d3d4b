import "server-only";
import { describeError } from "@/lib/api/problem";
import { AppError } from "@/lib/errors";
import { type ApiCode, apiCodes } from "./error-topics";
import { examples, type OperationExample } from "./examples";
import { type OperationName, operations } from "./operations";

type Content = Record<string, { example?: unknown; examples?: Record<string, { $ref: string }> }>;
type Described = {
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

/** One problem document for each code, which the responses refer to. */
export const errorExamples = () =>
  Object.fromEntries(
    apiCodes.map((code) => [code, { value: describeError(new AppError(code), "req_01k82ia559eaoo1urkogq1bvu1") }]),
  );

/** Adds the example of each operation to its parameters, its body and its responses. */
export function addExamples(paths: Record<string, Record<string, Described>>): void {
  for (const name of Object.keys(operations) as OperationName[]) {
    for (const { path, method } of operations[name]) {
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
      if (Number(status) >= 400) media.examples = refer(description.split(", ") as ApiCode[]);
      else if ("text" in example) media.example = example.text;
      else if ("response" in example)
        media.example = type === "application/json" ? example.response : example.texts?.[type];
    }
  }
}

const refer = (codes: readonly ApiCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
