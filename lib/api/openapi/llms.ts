import "server-only";
import { curl } from "@/lib/api/code/scripting";
import { documentedFacts } from "@/lib/api/docs/facts";
import { docPath, docSlugs } from "@/lib/api/docs/pages";
import { env } from "@/lib/platform/env";
import { AppError, type ErrorCode, errorCodes } from "@/lib/platform/errors";
import { catalogues } from "@/lib/platform/i18n/catalogues";
import { translate } from "@/lib/platform/i18n/translate";
import { explain, supportContacts } from "@/lib/platform/mail/support";
import { nameRegions } from "@/lib/platform/regions";
import { readEvents } from "./events";
import { type ReferenceField, type ReferenceOperation, readReference } from "./reference";

const { docs } = catalogues.en;
const { title: aboutCalls, ...rules } = docs.rules;

/** The documentation as one text for language models (https://llmstxt.org), generated from the API's declarations. */
export function writeLlmsText(): string {
  const { operations, schemas } = readReference("en");
  const codes = new Set(operations.flatMap(({ errors }) => errors.flatMap(({ codes }) => codes)));
  return [
    `# Vang\n\n> ${docs.lead}`,
    `## ${aboutCalls}`,
    [...Object.values(rules), ...Object.values(docs.charges)]
      .map(({ title, words }) => `- ${title}: ${inCode(words)}`)
      .join("\n"),
    `## ${docs.pages.title}`,
    [
      `- [${docs.pages.openApi}](${env.url}/openapi.json): ${docs.pages.openApiLead}`,
      ...docSlugs.filter(Boolean).map((slug) => `- ${env.url}/en${docPath(slug)}.md`),
    ].join("\n"),
    `## ${docs.reference.operations}`,
    ...operations.map(writeOperation),
    `## ${docs.webhooks.title}`,
    ...writeWebhooks(),
    `## ${docs.reference.schemas}`,
    ...schemas.map(({ name, fields }) => `### ${name}\n\n${fields.map(writeField).join("\n")}`),
    `## ${docs.errors.title}`,
    ([...codes] as ErrorCode[])
      .map((code) => {
        const { id, values } = explain(new AppError(code));
        return `- ${code} (${errorCodes[code].status}): ${translate("en", id, values)}`;
      })
      .join("\n"),
    ...supportContacts().map(({ text }) => `${docs.support}: ${text}`),
  ].join("\n\n");
}

function inCode(words: string): string {
  const facts = new Map(Object.entries({ regions: nameRegions(), ...documentedFacts("en") }));
  return words
    .replace(/<\/?c>/g, "`")
    .replace(/<\/?link>/g, "")
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(facts.get(name) ?? whole));
}

function writeWebhooks(): string[] {
  const { signature, timestamp, rotation, header } = docs.webhooks.security;
  const rules = [signature, timestamp, rotation, header, ...Object.values(docs.webhooks.rules)];
  return [
    rules.map(({ title, words }) => `- ${title}: ${inCode(words)}`).join("\n"),
    ...readEvents("en").events.map(
      ({ type, description, example }) => `### ${type}\n\n${description}\n\n\`\`\`json\n${example}\n\`\`\``,
    ),
  ];
}

function writeOperation(operation: ReferenceOperation): string {
  const { name, method, paths, scope, parameters, body, example, answers, errors } = operation;
  return [
    `### ${translate("en", `operations.${name}`)}\n`,
    `${translate("en", `docs.operations.${name}`)}\n`,
    ...paths.map((path) => `- \`${method} ${env.url}${path}\``),
    `- ${docs.reference.key}: ${translate("en", `docs.reference.scopes.${scope.replace(/\W/g, "_")}`)}`,
    ...parameters.map(writeField),
    ...(body
      ? [`- ${docs.reference.body}: ${body.type}`, ...body.fields.map((field) => `  ${writeField(field)}`)]
      : []),
    ...answers.flatMap(({ status, bodies, headers }) => [
      `- ${status}: ${bodies.map(({ type }) => type).join(", ")}; ${headers.join(", ")}`,
      ...(bodies[0]?.fields ?? []).map((field) => `  ${writeField(field)}`),
    ]),
    ...errors.map(({ status, codes }) => `- ${status}: ${codes.join(", ")}`),
    `\n\`\`\`sh\n${curl(example.request)}\n\`\`\`\n\n\`\`\`http\n${example.response}\n\`\`\``,
  ].join("\n");
}

const writeField = ({ name, type, isRequired, description, in: where }: ReferenceField) =>
  `- \`${name}\` (${[where, type, isRequired && docs.reference.required].filter(Boolean).join(", ")})${description && `: ${description.replaceAll("\n", " ")}`}`;
