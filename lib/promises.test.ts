import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { promises } from "@/testing/promises";

test("each of the promises is one sentence of twenty words at most, with a bound", () => {
  expect(promises.length).toBeGreaterThan(30);
  expect(new Set(promises.map(({ id }) => id)).size).toBe(promises.length);
  const long = promises.filter(({ sentence }) => sentence.split(/\s+/).length > 20 || /\. /.test(sentence));
  expect(long).toEqual([]);
  expect(promises.filter(({ bound }) => Number.isNaN(bound))).toEqual([]);
});

test("each test of a promise takes its bound from the page", () => {
  const wrong = promises.filter(({ id, proofs }) =>
    proofs.some((file) => !readFileSync(file, "utf8").includes(`promised("${id}")`)),
  );
  expect(wrong).toEqual([]);
});
