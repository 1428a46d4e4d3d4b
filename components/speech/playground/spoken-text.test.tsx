import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { rules, verbalize } from "vietnamese-text";
import { expect, test } from "vitest";
import { segmentsOf } from "@/lib/speech/spoken-words";
import en from "@/messages/en.json";
import vi from "@/messages/vi.json";
import { SpokenText } from "./spoken-text";

test("each word that is read differently from how it is written is a button that names what is written and its rule", () => {
  const text = "Giá 500.000đ ngày 2/9";
  const preview = verbalize(text, { region: "north" });
  const { segments } = segmentsOf(text, preview.changes);
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale="vi" messages={vi} timeZone="UTC">
      <SpokenText segments={segments} preview={preview} onChoose={() => undefined} />
    </NextIntlClientProvider>,
  );
  const words = markup.replace(/<\/?span[^>]*>/g, "");
  expect(words).toMatch(
    /title="500\.000đ · số tiền"[^>]*><ruby>500\.000đ<rt>năm trăm nghìn đồng<\/rt><\/ruby><\/button>/,
  );
  expect(words).toMatch(/title="2\/9 · ngày tháng"[^>]*><ruby>2\/9<rt>hai tháng chín<\/rt><\/ruby><\/button>/);
});

test("a pause shows its seconds, and a shortened one says so", () => {
  const draw = (text: string) => {
    const preview = verbalize(text, { region: "north" });
    const { segments } = segmentsOf(text, preview.changes);
    return renderToStaticMarkup(
      <NextIntlClientProvider locale="vi" messages={vi} timeZone="UTC">
        <SpokenText segments={segments} preview={preview} onChoose={() => undefined} />
      </NextIntlClientProvider>,
    );
  };
  expect(draw("Xin chào [pause:1.5] bạn")).toContain(">nghỉ 1,5 giây</span>");
  expect(draw("Xin chào [pause:1.5] bạn")).not.toContain("rút ngắn");
  expect(draw("Xin chào [pause:12] bạn")).toMatch(/>nghỉ 10 giây<.*rút ngắn: tối đa 10 giây mỗi lần và 30 giây/);
});

test("every rule has a name in both languages", () => {
  const names = [...new Set([...rules.map(({ name }) => name), "pronunciation"])];
  for (const { playground } of [vi, en]) {
    expect(Object.keys(playground.reading.rules)).toEqual(expect.arrayContaining(names));
  }
});
