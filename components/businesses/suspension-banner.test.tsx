import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { catalogues } from "@/lib/platform/i18n/catalogues";
import type { Locale } from "@/lib/platform/i18n/locale";
import { SuspensionBanner } from "./suspension-banner";

const contact = { text: "help@vang.example", href: "mailto:help@vang.example" };

const show = (locale: Locale, reason: string | null, withContact: boolean) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={catalogues[locale]} timeZone="Asia/Ho_Chi_Minh">
      <SuspensionBanner business="sach-noi" reason={reason} contact={withContact ? contact : undefined} />
    </NextIntlClientProvider>,
  );

test.each([
  ["en", "This business is suspended", "Reason: Chờ &lt;xác minh&gt;", "contact your Vang operator"],
  ["vi", "Doanh nghiệp đang bị tạm ngừng", "Lý do: Chờ &lt;xác minh&gt;", "liên hệ đơn vị vận hành Vang"],
] as const)(
  "the banner (%s) shows the reason as it was written, and the contact",
  (locale, title, reason, operator) => {
    const [withContact, without] = [true, false].map((has) => show(locale, "Chờ <xác minh>", has));
    expect(withContact).toContain(title);
    expect(withContact).toContain(reason);
    expect(withContact).toContain(contact.href);
    expect(withContact).not.toContain(operator);
    expect(without).toContain(operator);
  },
);

test.each(["en", "vi"] as const)("the banner (%s) of a business that owes leads to the top-up", (locale) => {
  const banner = show(locale, null, true);
  expect(banner).toContain('href="/console/sach-noi/billing"');
  expect(banner).not.toContain(contact.href);
});
