import { expect, test } from "vitest";
import { isId, newId, timeOf } from "./ids";

test("an id shows its kind and sorts by creation time", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 2000; count++) ids.push(newId("tts"));

  expect(ids.every((id) => isId("tts", id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});

test("an id contains its creation time", () => {
  const before = Date.now();
  const made = +timeOf(newId("request"));
  expect(made).toBeGreaterThanOrEqual(before);
  expect(made).toBeLessThanOrEqual(Date.now());
});

test("a path, another kind or a longer text is not an id", () => {
  const id = newId("tts");
  for (const text of [`${id}/..`, id.replace("tts", "stt"), `${id}0`, "../../etc/passwd", "", id.toUpperCase()]) {
    expect(isId("tts", text)).toBe(false);
  }
});
