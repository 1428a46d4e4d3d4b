import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { readReference } from "@/lib/api/openapi/reference";
import en from "@/messages/en.json";
import vietnamese from "@/messages/vi.json";
import { OperationEntry } from "./operation-entry";

const toText = (code: string) => renderToStaticMarkup(code);

test.each([
  ["vi", vietnamese],
  ["en", en],
] as const)(
  "every operation has its texts and its example in %s, and links to its own codes and to the common ones",
  (locale, messages) => {
    const { operations } = readReference(locale);
    expect(operations.length).toBeGreaterThan(20);
    for (const operation of operations) {
      const markup = renderToStaticMarkup(
        <NextIntlClientProvider
          locale={locale}
          messages={messages}
          timeZone="UTC"
          onError={(error) => expect.unreachable(error.message)}
        >
          <OperationEntry operation={operation} />
        </NextIntlClientProvider>,
      );
      for (const path of operation.paths) expect(markup).toContain(`${operation.method} ${path}`);
      expect(markup).toContain(toText(operation.example.request));
      expect(markup).toContain(toText(operation.example.response));
      expect(markup).toContain('href="/docs/reference#common-errors"');
      for (const { codes } of operation.ownErrors) {
        for (const code of codes) expect(markup).toContain(`href="/docs/errors#${code}"`);
      }
    }
  },
);
