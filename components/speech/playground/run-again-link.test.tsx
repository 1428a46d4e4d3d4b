import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import en from "@/messages/en.json";
import { RunAgainLink } from "./run-again-link";

test("a job is offered again at its price, one of a test key without a price, since the playground charges for it", () => {
  const job = { trackingId: "tts_1", service: "tts", status: "completed", words: "Xin chào" } as const;
  const draw = (of: { mode: "live" | "test"; amountMilli: bigint }) =>
    renderToStaticMarkup(
      <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
        <RunAgainLink business="sach-noi" job={{ ...job, ...of }} />
      </NextIntlClientProvider>,
    );
  expect(draw({ mode: "live", amountMilli: 5100n })).toContain("Run again (");
  expect(draw({ mode: "test", amountMilli: 0n })).toContain("Run again<");
});
