import { expect, test } from "vitest";
import { seal, unseal } from "./seal";

const minh = { purpose: "totp", owner: "usr_minh" };
const secret = "H2ZCLMFXEMXKAOGDF5C4IWJFV3OA3MHP";

test("a sealed text opens again, and never looks the same twice", () => {
  const [first, second] = [seal(secret, minh), seal(secret, minh)];
  expect(unseal(first, minh)).toBe(secret);
  expect(unseal(second, minh)).toBe(secret);
  expect(first).not.toBe(second);
  expect(Buffer.from(first, "base64url").toString("latin1")).not.toContain(secret);
});

test.each([
  { ...minh, owner: "usr_lan" },
  { ...minh, purpose: "webhook" },
])("it does not open for %j: a row copied to someone else is worth nothing", (other) => {
  expect(() => unseal(seal(secret, minh), other)).toThrow();
});

test("a change of any byte is noticed, and so is a missing end", () => {
  const sealed = Buffer.from(seal(secret, minh), "base64url");
  for (let place = 0; place < sealed.length; place++) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(() => unseal(changed.toString("base64url"), minh)).toThrow();
  }
  for (const length of [0, 12, 20, 28, sealed.length - 1]) {
    expect(() => unseal(sealed.subarray(0, length).toString("base64url"), minh)).toThrow();
  }
});
