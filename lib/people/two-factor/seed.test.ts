import { create } from "qrcode";
import { expect, test } from "vitest";
import { drawQr } from "@/lib/platform/qr";
import { enrolmentUri, findStep, newSeed } from "./totp";

/** RFC 6238, appendix B, its secret in base32, last six digits of its SHA-1 values. */
const rfcSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("at second %i the code is the RFC's", (second, code) => {
  expect(findStep(rfcSecret, code, new Date(second * 1000))).toBe(BigInt(Math.floor(second / 30)));
});

test("a code is valid from its first second to the last of the step after it, and no longer", () => {
  const [code, step] = ["005924", 41152263];
  const at = (second: number) => findStep(rfcSecret, code, new Date(second * 1000));

  expect(at(step * 30 - 1)).toBeNull();
  expect(at(step * 30)).toBe(BigInt(step));
  expect(at(step * 30 + 59)).toBe(BigInt(step));
  expect(at(step * 30 + 60)).toBeNull();
});

test("a secret has 160 bits and is never the same", () => {
  const seeds = Array.from({ length: 100 }, newSeed);
  expect(new Set(seeds).size).toBe(100);
  for (const seed of seeds) expect(seed).toMatch(/^[A-Z2-7]{32}$/);
});

test("an app reads the account and the parameters from the QR code", () => {
  const uri = new URL(enrolmentUri(rfcSecret, "minh+thử@example.com"));
  expect(uri.href).toMatch(/^otpauth:\/\/totp\//);
  expect(decodeURIComponent(uri.pathname)).toContain("Vang:minh+thử@example.com");
  expect(uri.searchParams.get("secret")).toBe(rfcSecret);
  expect(uri.searchParams.get("issuer")).toBe("Vang");
});

test("the SVG has each dark module in its place, and a margin of four light ones", () => {
  const text = enrolmentUri(rfcSecret, "minh@example.com");
  const { size, path } = drawQr(text);
  const { modules } = create(text, { errorCorrectionLevel: "M" });

  const drawn = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`));
  const dark = [...modules.data].flatMap((isDark, index) =>
    isDark ? [`${4 + (index % modules.size)},${4 + Math.floor(index / modules.size)}`] : [],
  );
  expect(size).toBe(modules.size + 8);
  expect([...drawn].sort()).toEqual(dark.sort());
});
