// @module-tag promise
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { apiCodes, errorTopics, topicOf } from "@/lib/api/openapi/error-topics";
import { errorCodes } from "@/lib/errors";
import en from "@/messages/en.json";
import { ErrorGroups } from "./error-groups";

test("error codes are grouped by whether a retry helps, then by topic, without those of the console", () => {
  const errors = apiCodes.map((code) => ({ code, ...errorCodes[code], words: code, topic: topicOf[code] }));
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <ErrorGroups errors={errors} topics={errorTopics} />
    </NextIntlClientProvider>,
  );
  const order = [...markup.matchAll(/<section id="(\w+)"|<h([23])[^>]*>([^<]+)</g)].map(
    ([, code, level, title]) => code ?? `h${level} ${title}`,
  );
  const retryable = order.slice(0, order.indexOf("h2 Don’t retry"));
  expect(retryable.slice(0, 6)).toEqual([
    "h2 Retryable",
    "h3 Request",
    "CLIENT_CLOSED",
    "h3 Rate limits",
    "RATE_LIMITED_BUSINESS",
    "RATE_LIMITED_KEY",
  ]);
  const codesIn = (list: string[]) => list.filter((entry) => entry in errorCodes).sort();
  expect(codesIn(retryable)).toEqual(apiCodes.filter((code) => errorCodes[code].retryable).sort());
  expect(codesIn(order)).toEqual([...apiCodes].sort());
  expect(order).not.toContain("NOT_SIGNED_IN");
  expect(order).not.toContain("STEP_UP_REQUIRED");
});
