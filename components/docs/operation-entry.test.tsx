import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { readReference } from "@/lib/api/openapi/reference";
import en from "@/messages/en.json";
import vietnamese from "@/messages/vi.json";
import { OperationEntry } from "./operation-entry";

test.each([
  ["vi", vietnamese],
  ["en", en],
] as const)("every operation has its texts in %s, and links to each of its codes", (locale, messages) => {
  for (const operation of readReference(locale).operations) {
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
    for (const { codes } of operation.errors) {
      for (const code of codes) expect(markup).toContain(`href="/docs/errors#${code}"`);
    }
  }
});
