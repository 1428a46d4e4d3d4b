import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeViewer } from "@/prisma/factories";

process.env.TERMS_URL = "https://example.com/terms";
process.env.TERMS_VERSION = "2026-12-01";
const { signUp } = await import("@/lib/people/account/sign-up");
const { acceptTerms, findTermsToAccept } = await import("./service");

const person = (terms?: string) => ({
  ...{ name: "Lan", businessName: "Sách Nói", email: `${newId("user")}@example.com` },
  ...{ password: "mưa rơi trên mái tôn cũ", terms },
});

test("no one signs up without accepting the current version of the terms", async () => {
  for (const version of [undefined, "", "2026-01-01"])
    await expect(signUp(person(version), "vi")).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});

test("a sign-up keeps the version that was accepted, and a person who never accepted it is asked", async () => {
  const { userId } = await signUp(person("2026-12-01"), "vi");
  const kept = await db.termsAcceptance.findMany({ where: { userId }, select: { version: true } });
  expect(kept).toEqual([{ version: "2026-12-01" }]);
  expect(await findTermsToAccept(await makeViewer({ userId }))).toBeNull();

  const viewer = await makeViewer();
  await db.termsAcceptance.create({ data: { userId: viewer.userId, version: "2026-01-01", acceptedAt: new Date() } });
  expect(await findTermsToAccept(viewer)).toEqual({ url: "https://example.com/terms", version: "2026-12-01" });
  await Promise.all([acceptTerms(db, viewer.userId), acceptTerms(db, viewer.userId)]);
  expect(await findTermsToAccept(viewer)).toBeNull();
});
