// @module-tag promise
import { expect, test } from "vitest";
import { descriptionOf } from "@/lib/access/events/describe";
import { eventTypes } from "@/lib/access/events/schema";
import { createApi } from "@/lib/api/app";
import { curl } from "@/lib/api/code/scripting";
import { blocks } from "@/lib/api/docs/blocks";
import { documentedFacts } from "@/lib/api/docs/facts";
import { describeLiveApi } from "@/lib/api/live/asyncapi";
import { errorCodes } from "@/lib/platform/errors";
import { catalogues } from "@/lib/platform/i18n/catalogues";
import { locales } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { describeApi } from "./document";
import { apiCodes } from "./error-topics";
import { documentedOperations, operationGroups } from "./operations";
import { readReference } from "./reference";

const api = createApi();

const readText = async (path: string) => (await api.request(path)).text();

test("the reference has every operation and type of the description, with its fields and every code", async () => {
  const { paths, components } = JSON.parse(await readText("/openapi.json"));
  const { operations, schemas } = readReference("en");
  const shown = operations.flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`));
  const declared = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(shown.sort()).toEqual(declared.sort());
  expect(schemas.map(({ name }) => name)).toEqual(Object.keys(components.schemas));

  const transcribe = operations.find(({ name }) => name === "createTranscription");
  expect(transcribe?.body?.fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ["file", true],
    ["modelId", false],
    ["languageCode", false],
    ["config", false],
    ["channels", false],
    ["metadata", false],
    ["responseFormat", false],
    ["formatting", false],
    ["smart_format", false],
    ["numerals", false],
    ["punctuate", false],
    ["format_text", false],
    ["keyterms", false],
    ["keywords", false],
    ["keyterm", false],
    ["keyterms_prompt", false],
    ["redact", false],
    ["redactAudio", false],
    ["diarize", false],
    ["diarize_model", false],
    ["speakers", false],
  ]);
  expect(transcribe?.body?.fields.find(({ name }) => name === "responseFormat")?.type).toBe(
    '"json" | "verbose_json" | "srt" | "vtt" | "text"',
  );
  expect(transcribe?.answers[0]?.bodies[0]?.fields).toContainEqual({
    name: "inputAudioFileName",
    type: "string | null",
    isRequired: true,
    description: "Name of the uploaded file.",
  });
  expect(transcribe?.errors).toContainEqual({ status: "413", codes: ["BODY_TOO_LARGE", "AUDIO_TOO_LONG"] });
  const field = schemas.find(({ name }) => name === "VoiceList")?.fields[0];
  expect(field?.type).toBe("Voice[]");
});

test("the description lists every code that an operation can return, and none that only the console shows", async () => {
  const { components } = JSON.parse(await readText("/openapi.json"));
  const listed: string[] = components.schemas.Problem.properties.code.enum;
  const declared = readReference("en").operations.flatMap(({ errors }) => errors.flatMap(({ codes }) => codes));
  expect(listed).toEqual(expect.arrayContaining(declared));
  expect([...new Set(listed)].sort()).toEqual([...apiCodes].sort());
  for (const code of ["NOT_SIGNED_IN", "FORBIDDEN", "TWO_FACTOR_REQUIRED", "STEP_UP_REQUIRED"]) {
    expect(listed).not.toContain(code);
  }
});

test("each operation shows its own errors, and the common ones are listed once", () => {
  const { operations, commonErrors } = readReference("en");
  const common = commonErrors.flatMap(({ codes }) => codes);
  expect(common).toEqual(expect.arrayContaining(["KEY_MISSING", "RATE_LIMITED_KEY", "INTERNAL"]));
  for (const { name, errors, ownErrors } of operations) {
    const own = ownErrors.flatMap(({ codes }) => codes);
    const all = errors.flatMap(({ codes }) => codes);
    expect(own, name).toEqual(all.filter((code) => !common.includes(code)));
  }
});

function collectDescriptions(value: unknown): Set<string> {
  const found = new Set<string>();
  JSON.stringify(value, (name, inner) => {
    if (name === "description" && typeof inner === "string" && inner) found.add(inner);
    return inner;
  });
  return found;
}

test.each(locales)("every description is in the catalogue in %s, and the catalogue has no other", (locale) => {
  const isListOfCodes = (text: string) => text.split(", ").every((code) => code in errorCodes);
  const documents = [describeApi(locale), describeLiveApi(locale)];
  const said = [...collectDescriptions(documents)].filter((text) => !isListOfCodes(text));
  const words = Object.keys(catalogues[locale].docs.described).map((name) =>
    translate(locale, `docs.described.${name}`, documentedFacts(locale)),
  );
  const groups = operationGroups.map((group) => translate(locale, `docs.reference.groups.${group}.lead`));
  const ofOperations = Object.entries(documentedOperations).map(([name, [first]]) => {
    const scope = translate(locale, `docs.scopes.${first?.scope.replace(/\W/g, "_")}`);
    return `${translate(locale, `docs.operations.${name}`)} ${scope}`;
  });
  const ofEvents = eventTypes.map((type) => translate(locale, descriptionOf(type)));
  const all = [...words, ...ofEvents, ...groups, ...ofOperations, translate(locale, "docs.lead")];
  expect(said.sort()).toEqual([...new Set(all)].sort());
});

test("the Vietnamese reference describes nothing in English", () => {
  const english = collectDescriptions(readReference("en"));
  const vietnamese = collectDescriptions(readReference("vi"));
  expect(vietnamese.size).toBeGreaterThan(30);
  expect([...vietnamese].filter((text) => english.has(text))).toEqual([]);
});

test("llms.txt names every path, every type and every code that an operation declares", async () => {
  const { paths, components } = JSON.parse(await readText("/openapi.json"));
  const text = await readText("/llms.txt");
  for (const path of Object.keys(paths)) expect(text).toContain(`${path}\``);
  const { formats, retryDelays } = documentedFacts("en");
  expect(text).toContain(`at once, then after ${retryDelays}, each plus`);
  expect(text).toContain(`Speech to text takes ${formats}`);
  expect(await blocks.say?.("en", "docs.rules.files.words")).toContain(`Speech to text takes ${formats}`);
  for (const name of Object.keys(components.schemas)) expect(text).toContain(`### ${name}`);
  for (const { example } of readReference("en").operations) {
    expect(text).toContain(curl(example.request));
    expect(text).toContain(example.response);
  }
  const codes = readReference("en").operations.flatMap(({ errors }) => errors.flatMap(({ codes }) => codes));
  for (const code of new Set(codes)) {
    expect(text).toContain(`- ${code} (${errorCodes[code as keyof typeof errorCodes].status}): `);
  }
  expect(text).toMatch(/^# Vang\n\n> /);
  expect(text).not.toMatch(/undefined|\[object|operations\.|docs\./);
});
