import { expect, test } from "vitest";
import { staffCalls } from "@/testing/corpora/staff-access-table";

test("at the desk only adding a note and replying to a claim need no recent proof of identity", () => {
  const unproven = Object.keys(staffCalls).filter((name) => staffCalls[name]?.proof !== "recent");
  expect(unproven.sort()).toEqual(["addNoteAction", "answerClaimAction"]);
});
