import { expect, test } from "vitest";
import { locales } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { type ReadyReasons, readyReasons } from "./choices";
import { sayReason } from "./say-reason";

const ids = (Object.keys(readyReasons) as ReadyReasons[]).flatMap((of) =>
  readyReasons[of].map((name) => `operator.readyReasons.${of}.${name}`),
);

test.each(ids)("%s is read in each reader's language, whichever the operator's was", (id) => {
  for (const written of locales)
    for (const reader of locales) {
      const said = sayReason(translate(written, id), reader);
      expect(said).toBe(translate(reader, id));
      expect(said).not.toBe(id);
    }
});

test("a reason in an operator's own words stays as it was written", () => {
  expect(sayReason("Theo cuộc gọi lúc 15 giờ", "en")).toBe("Theo cuộc gọi lúc 15 giờ");
});
