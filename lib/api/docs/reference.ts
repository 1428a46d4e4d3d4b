import "server-only";
import type { Declared } from "@/lib/api/openapi/declaration";
import { apiCodes, errorTopics, topicOf } from "@/lib/api/openapi/error-topics";
import { readEvents } from "@/lib/api/openapi/events";
import { examples } from "@/lib/api/openapi/examples";
import type { OperationExample } from "@/lib/api/openapi/examples/shared";
import type { OperationGroup } from "@/lib/api/openapi/operations";
import { documentedOperations } from "@/lib/api/openapi/operations";
import {
  type Reference,
  type ReferenceField,
  type ReferenceOperation,
  readReference,
  type StatusCodes,
} from "@/lib/api/openapi/reference";
import { describeError } from "@/lib/api/problem";
import { AppError, errorCodes } from "@/lib/platform/errors";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { explain } from "@/lib/platform/mail/support";
import { fence } from "./fence";
import { say } from "./messages";
import { requestBlock } from "./requests";

const alias = /Alias$/;

/** The operations that have an entry of their own, each with the paths of those that do the same. */
export function listOperations(locale: Locale): (ReferenceOperation & { aliases: string[] })[] {
  const listed = readReference(locale).operations;
  return listed
    .filter(({ name }) => !alias.test(name))
    .map((operation) => {
      const same = listed.filter(({ name }) => name === `${operation.name}Alias`);
      return {
        ...operation,
        aliases: [...operation.paths.slice(1), ...same.flatMap(({ paths }) => paths)].map(
          (path) => `${operation.method} ${path}`,
        ),
      };
    });
}

/** The list of all operations, and the errors that they share. */
export function writeReference(locale: Locale, groups: readonly OperationGroup[]): string {
  const t = (id: string) => say(locale, `docs.reference.${id}`);
  const { commonErrors } = readReference(locale);
  const listed = listOperations(locale);
  return [
    `# ${t("title")}`,
    t("lead"),
    ...groups.flatMap((group) => [
      `## [${t(`groups.${group}.title`)}](/docs/reference/${group}) {#${group}}`,
      t(`groups.${group}.lead`),
      listed
        .filter((operation) => operation.group === group)
        .map(
          ({ name, method, paths }) =>
            `- [${say(locale, `operations.${name}`)}](/docs/reference/${group}#${name}) \`${method} ${paths[0]}\``,
        )
        .join("\n"),
    ]),
    `## ${t("commonErrors")} {#common-errors}`,
    t("commonErrorsLead"),
    writeStatusCodes(commonErrors),
  ].join("\n\n");
}

export function writeGroup(locale: Locale, group: OperationGroup): string {
  const t = (id: string) => say(locale, `docs.reference.groups.${group}.${id}`);
  const listed = listOperations(locale).filter((operation) => operation.group === group);
  return [`# ${t("title")}`, t("lead"), ...listed.map((operation) => writeOperation(locale, operation))].join("\n\n");
}

function writeOperation(locale: Locale, operation: ReturnType<typeof listOperations>[number]): string {
  const t = (id: string) => say(locale, `docs.reference.${id}`);
  const { name, method, paths, aliases, scope, parameters, body, example, answers, ownErrors } = operation;
  return [
    `## ${say(locale, `operations.${name}`)} {#${name}}`,
    say(locale, `docs.operations.${name}`),
    `\`${method} ${paths[0]}\``,
    ...(aliases.length > 0 ? [`${t("also")}: ${aliases.map((path) => `\`${path}\``).join(", ")}`] : []),
    `${t("key")}: ${t(`scopes.${scope.replace(/\W/g, "_")}`)}`,
    requestBlock(example.request),
    fence("http", t("answer"), example.response),
    `\`\`\`try ${name}\n${JSON.stringify(tryOf(name))}\n\`\`\``,
    ...(parameters.length > 0 ? [`### ${t("parameters")} {#${name}-parameters}`, writeFields(locale, parameters)] : []),
    ...(body ? [`### ${t("body")} {#${name}-body}`, `\`${body.type}\``, writeFields(locale, body.fields)] : []),
    ...answers.flatMap(({ status, bodies, headers }) => [
      `### ${t("answer")} ${status} {#${name}-${status}}`,
      ...bodies.flatMap(({ type, fields }) => [`\`${type}\``, writeFields(locale, fields)]),
      `${t("headers")}: ${headers.map((header) => `\`${header}\``).join(", ")}`,
    ]),
    `### ${t("refusals")} {#${name}-errors}`,
    writeStatusCodes(ownErrors),
    `[${t("moreErrors")}](/docs/reference#common-errors)`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** What the panel that sends the example request begins with. */
function tryOf(name: ReferenceOperation["name"]) {
  const { method, path, scope } = documentedOperations[name][0] as Declared;
  const { params = {}, query, body, form } = examples[name] as OperationExample;
  const filled = path.replace(/\{(\w+)\}/g, (_, param: string) => params[param] ?? "");
  return {
    method: method.toUpperCase(),
    url: query ? `${filled}?${new URLSearchParams(query)}` : filled,
    scope,
    body,
    form,
  };
}

/** The object types that fields refer to. */
export function writeDataTypes(locale: Locale, { schemas }: Reference = readReference(locale)): string {
  const t = (id: string) => say(locale, `docs.reference.${id}`);
  return [
    `# ${t("schemas")}`,
    t("schemasLead"),
    ...schemas.flatMap(({ name, fields }) => [`## ${name} {#${name}}`, writeFields(locale, fields)]),
  ].join("\n\n");
}

export const writeFields = (locale: Locale, fields: readonly ReferenceField[]): string =>
  fields
    .map(({ name, type, isRequired, description, in: where }) => {
      const required = isRequired && `**${say(locale, "docs.reference.required")}**`;
      const facts = [where, `*${type.replaceAll("|", "\\|")}*`, required];
      const text = description.replace(/\s*\n\s*/g, " ");
      // Two spaces at the end of a line break it.
      return `- \`${name}\` ${facts.filter(Boolean).join(" · ")}${text && `  \n  ${text}`}`;
    })
    .join("\n");

const writeStatusCodes = (errors: readonly StatusCodes[]) =>
  errors
    .map(({ status, codes }) => `- ${status}: ${codes.map((code) => `[\`${code}\`](/docs/errors#${code})`).join(", ")}`)
    .join("\n");

/** Every type of event that webhooks deliver, with the fields of its data. */
export function writeEvents(locale: Locale): string {
  const { common, events } = readEvents(locale);
  const t = (id: string) => say(locale, `docs.webhooks.events.${id}`);
  return [
    `# ${t("title")}`,
    t("lead"),
    writeFields(locale, common),
    ...events.flatMap(({ type, description, fields, example }) => [
      `## ${type} {#${type}}`,
      description,
      ...(fields.length > 0 ? [`${t("data")}:`, writeFields(locale, fields)] : []),
      fence("json", type, example),
    ]),
  ].join("\n\n");
}

const problemFields = [
  "code",
  "message",
  "messageVi",
  "param",
  "requestId",
  "docUrl",
  "retryable",
  "trackingId",
] as const;

/** Every code of the API: first those that a retry helps, then the others, each by topic. */
export function writeErrors(locale: Locale): string {
  const t = (id: string) => say(locale, `docs.errors.${id}`);
  const example = describeError(new AppError("VOICE_UNKNOWN", { param: "voiceId" }), "req_01k7tmk3v2c9h4b7d0n8s5q6ea");
  return [
    `# ${t("title")}`,
    t("lead"),
    `## ${t("shape")} {#shape}`,
    t("shapeLead"),
    fence("json", "application/problem+json", JSON.stringify(example, null, 2)),
    problemFields.map((field) => `- \`${field}\`: ${t(`fields.${field}`)}`).join("\n"),
    ...(["retryable", "final"] as const).flatMap((group) => [
      `## ${t(`groups.${group}`)} {#${group}}`,
      t(`groupLeads.${group}`),
      ...errorTopics.flatMap((topic) => writeTopic(locale, topic, group === "retryable")),
    ]),
  ].join("\n\n");
}

function writeTopic(locale: Locale, topic: (typeof errorTopics)[number], retryable: boolean): string[] {
  const codes = apiCodes.filter((code) => topicOf[code] === topic && errorCodes[code].retryable === retryable);
  if (codes.length === 0) return [];
  return [
    `### ${say(locale, `docs.errors.topics.${topic}`)} {#${retryable ? "retryable" : "final"}-${topic}}`,
    ...codes.flatMap((code) => {
      const { id, values } = explain(new AppError(code));
      return [`#### ${code} {#${code}}`, `\`${errorCodes[code].status}\` ${translate(locale, id, values)}`];
    }),
  ];
}
