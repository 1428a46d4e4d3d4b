import { expect, test } from "vitest";
import { noEdits } from "@/lib/speech/transcripts/edits/text";
import { areEqual, mergeEdits, searchFor, withName, withTexts } from "./edits";

const textOf = (from: number, text: string) => ({ from, to: from + 2, text });

test("merging keeps what both changed, and one's own where both changed the same line", () => {
  const base = withTexts(withName(noEdits, "A", "Lan"), [textOf(0, "a"), textOf(2, "b")]);
  const theirs = withTexts(withName(base, "B", "Minh"), [textOf(2, "theirs"), textOf(6, "d")]);
  const mine = withTexts(withName(base, "A", ""), [
    { ...textOf(0, ""), text: null },
    textOf(2, "mine"),
    textOf(4, "c"),
  ]);
  expect(mergeEdits(base, mine, theirs)).toEqual({
    names: { B: "Minh" },
    texts: [textOf(2, "mine"), textOf(4, "c"), textOf(6, "d")],
  });
});

test("another text of a line takes the place of all that overlap it", () => {
  const edits = withTexts(noEdits, [textOf(0, "a"), textOf(4, "b")]);
  expect(withTexts(edits, [{ from: 1, to: 4, text: "c" }]).texts).toEqual([
    { from: 1, to: 4, text: "c" },
    textOf(4, "b"),
  ]);
  expect(areEqual(withTexts(edits, [{ ...textOf(0, ""), text: null }]), withTexts(noEdits, [textOf(4, "b")]))).toBe(
    true,
  );
});

test("a search is regardless of case, and takes marks as they are", () => {
  expect("Đơn đơn ĐƠN".match(searchFor("đơn") ?? "")).toHaveLength(3);
  expect("a.b axb".match(searchFor("a.b") ?? "")).toEqual(["a.b"]);
  expect(searchFor("  ")).toBeNull();
});
