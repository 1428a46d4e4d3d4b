import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { clock } from "@/lib/platform/clock";
import messages from "@/messages/vi.json";
import { SecurityOverview } from "./security-overview";

const facts = { email: "lan@example.com", isEmailProven: true, passwordChangedAt: clock.now(), hasTotp: true };

test.each([
  [0, "Đã hết mã khôi phục"],
  [1, "Sắp hết mã khôi phục"],
])("a person with %i recovery codes reads “%s”", (recoveryCodes, expected) => {
  const shown = renderToStaticMarkup(
    <NextIntlClientProvider locale="vi" messages={messages} timeZone="Asia/Ho_Chi_Minh">
      <SecurityOverview {...facts} passkeys={1} sessions={1} recoveryCodes={recoveryCodes} next="recoveryCodes" />
    </NextIntlClientProvider>,
  );
  expect(shown).toContain(expected);
});
