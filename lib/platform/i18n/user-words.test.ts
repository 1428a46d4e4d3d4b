import { expect, test } from "vitest";
import { describeApi } from "@/lib/api/openapi/document";
import words from "@/testing/corpora/user-words.json";
import { findTerms, type Words } from "@/testing/harness/find-terms";
import { catalogues } from "./catalogues";
import type { Locale } from "./locale";

type Text = { at: string; text: string };

const listTexts = (value: unknown, at: string[] = []): Text[] =>
  typeof value === "string"
    ? [{ at: at.join("."), text: value }]
    : Object.entries(value ?? {}).flatMap(([key, below]) => listTexts(below, [...at, key]));

/** The texts of the API description that are not a message word for word. */
function listApiTexts(locale: Locale, messages: Text[]): Text[] {
  const known = new Set(messages.map(({ text }) => text));
  const isText = ({ at, text }: Text) => /\.(description|summary|title)$/.test(at) && !known.has(text);
  return listTexts(describeApi(locale), ["openapi"]).filter(isText);
}

/** Without code, tags and values. */
const proseOf = (text: string) => text.replace(/<c>.*?<\/c>|`[^`]*`|<\/?\w+>|\{\w+(, number)?\}/g, "…");

test.each(["vi", "en"] as const)("messages and the API description in %s use one word for each idea", (locale) => {
  const messages = listTexts(catalogues[locale]);
  const passages = [...messages, ...listApiTexts(locale, messages)].map(({ at, text }) => ({
    in: at,
    at,
    text: proseOf(text),
  }));
  expect(findTerms(passages, (words as Record<Locale, Words>)[locale])).toEqual({ found: [], unneeded: [] });
  expect(passages.filter(({ text }) => text.includes("'"))).toEqual([]);
});
