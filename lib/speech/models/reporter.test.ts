import { expect, test } from "vitest";
import { makeReporter } from "./reporter";

function listenTo(isTTY: boolean) {
  const written: string[] = [];
  const output = { isTTY, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
  return { written, report: makeReporter(output) };
}

const half = { event: "progress", model: "m", bytes: 500_000, total: 1_000_000 } as const;

test("a person sees one line that changes, and each step on a line of its own", () => {
  const { written, report } = listenTo(true);
  report({ event: "fetching", model: "m" });
  report(half);
  report({ event: "ready", model: "m" });
  const clear = "\r\u001b[K";
  expect(written).toEqual([`${clear}m: fetching\n`, `${clear}m:  50 %  0.5 of 1.0 MB  0.0 MB/s`, `${clear}m: ready\n`]);
});

test("a program reads lines of JSON, of progress no more than one a second", () => {
  const { written, report } = listenTo(false);
  for (let count = 0; count < 100; count++) report(half);
  report({ event: "ready", model: "m" });
  expect(written.map((line) => JSON.parse(line).event)).toEqual(["progress", "ready"]);
});
