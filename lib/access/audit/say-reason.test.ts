import { expect, test } from "vitest";
import { locales } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { type ReadyReasons, readyReasonIds, readyReasons } from "./ready-reasons";
import { sayReason } from "./say-reason";

const ids = (Object.keys(readyReasons) as ReadyReasons[]).flatMap(readyReasonIds);

test.each(ids)("the ready-made reason %s is read in each reader's language, whichever the operator's was", (id) => {
  for (const written of locales)
    for (const reader of locales) {
      const said = sayReason(translate(written, `operator.readyReasons.${id}`), reader);
      expect(said).toBe(translate(reader, `operator.readyReasons.${id}`));
      expect(said).not.toContain("readyReasons");
    }
});

test("a reason in an operator's own words stays as it was written", () => {
  expect(sayReason("Theo cuộc gọi lúc 15 giờ", "en")).toBe("Theo cuộc gọi lúc 15 giờ");
});
