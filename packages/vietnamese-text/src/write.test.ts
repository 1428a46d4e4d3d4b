import { expect, test } from "vitest";
import { run } from "./cli";
import { write } from "./write";

test("each piece names the spoken words that it stands for", () => {
  const { text, pieces } = write("đơn hàng hai nghìn không trăm hai mươi sáu trị giá ba trăm nghìn đồng");
  expect(text).toBe("Đơn hàng 2026 trị giá 300.000 đồng.");
  expect(pieces.map(({ text, from, to, kind }) => [text, from, to, kind])).toEqual([
    ["Đơn", 0, 1, undefined],
    ["hàng", 1, 2, undefined],
    ["2026", 2, 9, "code"],
    ["trị", 9, 10, undefined],
    ["giá", 10, 11, undefined],
    ["300.000 đồng.", 11, 15, "money"],
  ]);
});

test("the command writes each line that it gets", () => {
  expect(run(["write"], () => "quận hai\n\nba mươi người\n")).toEqual({ output: "Quận 2.\n\n30 người.", code: 0 });
});
