import "server-only";
import type { CodeRequest } from "@/lib/api/code/request";
import { env } from "@/lib/platform/env";
import { errorCodes } from "@/lib/platform/errors";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import type { Declared } from "./declaration";
import { listErrors } from "./error-sets";
import { examples } from "./examples";
import { documentedOperations, groupOf, type OperationName, operationGroups } from "./operations";
import { exampleCode } from "./reference";

/** The ids in a response that the requests behind it name, each by its variable. */
const kept: Partial<Record<OperationName, { field: string; variable: string }>> = {
  createSpeech: { field: "trackingId", variable: "ttsId" },
  createTranscription: { field: "trackingId", variable: "sttId" },
  createUpload: { field: "uploadId", variable: "uploadId" },
};

/** The ids of the examples, as the variables that take their place. */
const variables: [id: RegExp, variable: string][] = [
  [/tts_[0-9a-v]{26}/g, "{{ttsId}}"],
  [/stt_[0-9a-v]{26}/g, "{{sttId}}"],
  [/upl_[0-9a-v]{26}/g, "{{uploadId}}"],
];

/**
 * A collection for Postman (format 2.1): each operation of `/openapi.json` with its example, but for streams without end. A
 * request passes with a status that its operation declares.
 */
export function describeCollection(locale: Locale) {
  const names = (Object.keys(documentedOperations) as OperationName[]).filter((name) => !codeOf(name).isStream);
  return {
    info: {
      name: "Vang",
      description: `${env.url}/docs`,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: {
      type: "apikey",
      apikey: Object.entries({ key: "X-Api-Key", value: "{{apiKey}}", in: "header" }).map(([key, value]) => ({
        key,
        value,
        type: "string",
      })),
    },
    variable: Object.entries({ baseUrl: env.url, apiKey: "", ttsId: "", sttId: "", uploadId: "" }).map(
      ([key, value]) => ({ key, value }),
    ),
    item: operationGroups.map((group) => ({
      name: translate(locale, `docs.reference.groups.${group}.title`),
      item: names.filter((name) => groupOf[name] === group).map((name) => describeRequest(name, locale)),
    })),
  };
}

const codeOf = (name: OperationName): CodeRequest =>
  exampleCode("{{baseUrl}}", documentedOperations[name][0] as Declared, examples[name]);

function describeRequest(name: OperationName, locale: Locale) {
  const operation = documentedOperations[name][0] as Declared;
  const { url, method, headers = {}, body, isPublic } = codeOf(name);
  // Another one for each run: the same key would get the result of the first.
  const sent = { ...headers, ...("Idempotency-Key" in headers && { "Idempotency-Key": "{{$guid}}" }) };
  const statuses = [operation.status ?? 200, ...listErrors(operation).map((code) => errorCodes[code].status)];
  const request = {
    method,
    url,
    header: Object.entries(sent).map(([key, value]) => ({ key, value })),
    ...(isPublic && { auth: { type: "noauth" } }),
    ...(body && { body: describeBody(body) }),
  };
  const withVariables = variables.reduce((text, [id, variable]) => text.replace(id, variable), JSON.stringify(request));
  const { field, variable } = kept[name] ?? {};
  const exec = [
    `pm.test("the status is one of ${name}", () => pm.expect([${[...new Set(statuses)]}]).to.include(pm.response.code));`,
    ...(field
      ? [`if (pm.response.code < 300) pm.collectionVariables.set("${variable}", pm.response.json().${field});`]
      : []),
  ];
  return {
    name: translate(locale, `operations.${name}`),
    request: JSON.parse(withVariables) as typeof request,
    event: [{ listen: "test", script: { type: "text/javascript", exec } }],
  };
}

function describeBody(body: NonNullable<CodeRequest["body"]>) {
  if ("json" in body)
    return { mode: "raw", raw: JSON.stringify(body.json, null, 2), options: { raw: { language: "json" } } };
  const fields = Object.entries(body.fields).map(([key, value]) => ({ key, value, type: "text" }));
  return { mode: "formdata", formdata: [{ key: "file", type: "file", src: body.file }, ...fields] };
}
