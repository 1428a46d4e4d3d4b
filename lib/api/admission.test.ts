import { expect, test } from "vitest";
import { openAdmission } from "./admission";

test("as many calls run as were allowed, the next is refused at once, and an end of any kind makes room", async () => {
  const admission = openAdmission(2);
  const ends: (() => void)[] = [];
  const call = () => admission(() => new Promise<void>((end) => ends.push(end)));
  const running = [call(), call()];
  await expect(call()).rejects.toMatchObject({ code: "OVERLOADED" });

  ends[0]?.();
  await running[0];
  await expect(admission(() => Promise.reject(new Error("broke")))).rejects.toThrow("broke");
  expect(await admission(async () => "ran")).toBe("ran");
  await expect(Promise.race([call(), Promise.resolve("runs")])).resolves.toBe("runs");
});
