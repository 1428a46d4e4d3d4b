import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { catalogues } from "@/lib/i18n/catalogues";
import { SuspensionBanner } from "./suspension-banner";

const contact = { text: "help@vang.example", href: "mailto:help@vang.example" };

test.each([
  ["en", "This business is suspended", "Reason: Chờ &lt;xác minh&gt;", "contact your Vang operator"],
  ["vi", "Doanh nghiệp đang bị tạm ngừng", "Lý do: Chờ &lt;xác minh&gt;", "liên hệ đơn vị vận hành Vang"],
] as const)(
  "the banner (%s) shows the reason as it was written, and the contact",
  (locale, title, reason, operator) => {
    const show = (withContact: boolean) =>
      renderToStaticMarkup(
        <NextIntlClientProvider locale={locale} messages={catalogues[locale]} timeZone="Asia/Ho_Chi_Minh">
          <SuspensionBanner reason="Chờ <xác minh>" contact={withContact ? contact : undefined} />
        </NextIntlClientProvider>,
      );
    expect(show(true)).toContain(title);
    expect(show(true)).toContain(reason);
    expect(show(true)).toContain(contact.href);
    expect(show(true)).not.toContain(operator);
    expect(show(false)).toContain(operator);
  },
);
