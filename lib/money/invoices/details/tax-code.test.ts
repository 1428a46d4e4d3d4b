import { expect, test } from "vitest";
import { maskTaxCode, readTaxCode } from "./tax-code";

test.each("0100109106 0100233488 0100112437 0101248141 0300588569 0100686174 0312687878 0314409058".split(" "))(
  "%s is recognized as a company's code, with a matching check digit",
  (code) => {
    expect(readTaxCode(code)).toEqual({ text: code, kind: "company", isDoubtful: false });
  },
);

test.each(["0100109107", "0100233480"])("%s is accepted with a warning about its check digit", (code) => {
  expect(readTaxCode(code)).toEqual({ text: code, kind: "company", isDoubtful: true });
});

test.each(["0314409058-002", "0314409058002", " 0314 409 058 - 002 ", "０３１４４０９０５８－００２"])(
  "a branch's code is accepted in every notation: %s",
  (code) => {
    expect(readTaxCode(code)).toEqual({ text: "0314409058-002", kind: "branch", isDoubtful: false });
  },
);

test("a person's number has no check digit and is masked in lists", () => {
  expect(readTaxCode("001099012345")).toEqual({ text: "001099012345", kind: "person", isDoubtful: false });
  expect(maskTaxCode("001099012345")).toBe("•••••••••345");
  expect(maskTaxCode("0314409058-002")).toBe("0314409058-002");
});

test.each(["", "123456789", "01234567890", "0314409058-000", "031440905A", "0314409058-0022", "٠٣١٤٤٠٩٠٥٨"])(
  "%j is not accepted as a tax code",
  (code) => {
    expect(readTaxCode(code)).toBeNull();
  },
);
