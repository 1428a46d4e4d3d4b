import { beforeEach, expect, test } from "vitest";
import { newKey, restartWithKeys } from "@/testing/harness/encryption-keys";
import { decrypt, encrypt, MissingKeyVersion } from "./encryption";
import { parseKeyVersions } from "./key-versions";

const minh = { purpose: "totp", owner: "usr_minh" };
const secret = "H2ZCLMFXEMXKAOGDF5C4IWJFV3OA3MHP";
const [first, second] = [newKey(), newKey()];

beforeEach(() => restartWithKeys({ 1: first }));

test("an encrypted text decrypts again, names its version, and never looks the same twice", () => {
  const [one, two] = [encrypt(secret, minh), encrypt(secret, minh)];
  expect(one).toMatch(/^v1\.[\w-]+$/);
  expect(decrypt(one, minh)).toBe(secret);
  expect(decrypt(two, minh)).toBe(secret);
  expect(one).not.toBe(two);
  expect(Buffer.from(one.slice(3), "base64url").toString("latin1")).not.toContain(secret);
});

test.each([
  { ...minh, owner: "usr_lan" },
  { ...minh, purpose: "webhook" },
])("a value copied to %j does not decrypt", (other) => {
  expect(() => decrypt(encrypt(secret, minh), other)).toThrow();
});

test.each([0, 1])("under version %i a change of any byte is noticed, and so is a missing end", (version) => {
  const encrypted = encrypt(secret, minh, { version });
  const prefix = version === 0 ? "" : "v1.";
  const bytes = Buffer.from(encrypted.slice(prefix.length), "base64url");
  const read = (changed: Buffer) => decrypt(prefix + changed.toString("base64url"), minh);
  expect(read(bytes)).toBe(secret);
  for (let place = 0; place < bytes.length; place++) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(() => read(changed)).toThrow();
  }
  for (const length of [0, 12, 20, 28, bytes.length - 1]) expect(() => read(bytes.subarray(0, length))).toThrow();
});

test("the newest version encrypts, and values of earlier versions stay readable", () => {
  const values = [encrypt(secret, minh, { version: 0 }), encrypt(secret, minh)];
  restartWithKeys({ 1: first, 2: second });
  values.push(encrypt(secret, minh));
  expect(values.map((value) => value.split(".").length > 1 && value.split(".")[0])).toEqual([false, "v1", "v2"]);
  expect(values.map((value) => decrypt(value, minh))).toEqual([secret, secret, secret]);
});

test("a value from before keys had versions decrypts while the NEXTAUTH_SECRET of that time is listed", () => {
  restartWithKeys({ 0: Buffer.from("bHq6rBizuWvovjTwMUuWY2DShTIsJ_aC5H1biqnzZc8"), 1: first });
  const taxCode = { purpose: "tax code", owner: "biz_01k81e6ehteorpscrvg2b77rdu" };
  expect(decrypt("gvJQy4lInqsRbyvjDnu1H-cL40T1JqLWTolkzqWUv3h834AfWhM", taxCode)).toBe("0100109106");
});

test("a version that is not set is named, and a value under another key or of an unknown form does not decrypt", () => {
  const value = encrypt(secret, minh);
  restartWithKeys({ 2: second });
  expect(() => decrypt(value, minh)).toThrow(new MissingKeyVersion(1));
  restartWithKeys({ 1: second });
  expect(() => decrypt(value, minh)).toThrow("unable to authenticate");
  for (const unknown of ["v1.", "v0.abc", "v-1.abc", "x1.abc", ".abc", "v1.a.b", `v1.${"é".repeat(40)}`])
    expect(() => decrypt(unknown, minh)).toThrow("unknown form");
});

test("the setting lists keys of 32 bytes by version, base64 or base64url, and a former secret as version 0", () => {
  const former = "a,former:secret,of the sort people type in";
  const text = `0:${former},12:${second.toString("base64")},3:${first.toString("base64url")}`;
  expect(parseKeyVersions("")).toEqual(new Map());
  const keys: [number, Buffer][] = [
    [0, Buffer.from(former)],
    [12, second],
    [3, first],
  ];
  expect(parseKeyVersions(text)).toEqual(new Map(keys));
});

test.each([
  ["nonsense", "an entry is not of the form"],
  ["1:short", "version 1 is not 32 bytes"],
  [`1:${"é".repeat(43)}`, "version 1 is not 32 bytes"],
  [`1:${newKey().toString("hex")}`, "version 1 is not 32 bytes"],
  ["0:short", "version 0 is not a former NEXTAUTH_SECRET"],
  [`1:${newKey().toString("base64")},1:${newKey().toString("base64")}`, "version 1 is listed twice"],
])("the setting %j is rejected: %s", (text, reason) => {
  expect(() => parseKeyVersions(text)).toThrow(`VANG_ENCRYPTION_KEYS: ${reason}`);
});
