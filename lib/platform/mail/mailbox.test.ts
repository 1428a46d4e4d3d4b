import { expect, test } from "vitest";
import { mailboxOf } from "./mailbox";

test.each([
  ["lan@example.com", "lan+shop@example.com"],
  ["lan@example.com", "Lan+@EXAMPLE.com"],
  ["lan.le@gmail.com", "l.a.n.le+1@gmail.com"],
  ["lan.le@gmail.com", "lanle@googlemail.com"],
])("%s and %s are one mailbox", (one, other) => {
  expect(mailboxOf(one)).toBe(mailboxOf(other));
  expect(mailboxOf(one)).not.toContain("lan");
});

test.each([
  ["lan@example.com", "lan@example.vn"],
  ["lan@example.com", "l.an@example.com"],
  ["+1@example.com", "+2@example.com"],
])("%s and %s are two mailboxes", (one, other) => {
  expect(mailboxOf(one)).not.toBe(mailboxOf(other));
});
