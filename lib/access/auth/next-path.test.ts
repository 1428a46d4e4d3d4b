// @module-tag promise
import { expect, test } from "vitest";
import { sameSitePath } from "./next-path";

test.each(["/console", "/console/sach-noi/keys?tab=1", "/"])("%s is accepted as the next path", (path) => {
  expect(sameSitePath(path)).toBe(path);
});

test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/%2e//evil.example",
  "/console/..//evil.example",
  "/./\\evil.example",
  "\\\\evil.example",
  "javascript:alert(1)",
  "console",
  "",
  undefined,
  ["/console"],
])("%j is rejected as the next path", (path) => {
  expect(sameSitePath(path)).toBeNull();
});
