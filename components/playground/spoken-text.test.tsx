import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { readAloud } from "@/lib/text-normalization/read";
import { rules } from "@/lib/text-normalization/rules";
import en from "@/messages/en.json";
import vi from "@/messages/vi.json";
import { SpokenText } from "./spoken-text";

test("each word that is read otherwise than written is a button that names what is written and its rule", () => {
  const text = "Giá 500.000đ ngày 2/9";
  const preview = { text, characters: text.length, ...readAloud(text, { region: "north" }) };
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale="vi" messages={vi} timeZone="UTC">
      <SpokenText preview={preview} onChoose={() => undefined} />
    </NextIntlClientProvider>,
  );
  expect(markup).toMatch(/<button[^>]*title="500\.000đ · số tiền"[^>]*>năm trăm nghìn đồng<\/button>/);
  expect(markup).toMatch(/<button[^>]*title="[^"]*2\/9 · ngày tháng"[^>]*>[^<]*<\/button>/);
});

test("every rule has a name in both languages", () => {
  const names = [...new Set([...rules.map(({ name }) => name), "pronunciation"])];
  for (const { playground } of [vi, en]) {
    expect(Object.keys(playground.reading.rules)).toEqual(expect.arrayContaining(names));
  }
});
