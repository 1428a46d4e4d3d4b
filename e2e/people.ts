import type { Page } from "@playwright/test";
import type { Factories } from "./fixtures";

export const password = "sông Hương mùa nước nổi";

let hash: Promise<string> | undefined;

/** The hash of `password`, computed once for each worker. */
export function hashedPassword(): Promise<string> {
  hash ??= import("@/lib/people/account/password").then(({ hashPassword }) => hashPassword(password));
  return hash;
}

/** A member of a business of their own, with `password`, and with a session that no browser has yet. */
export async function makePerson({ makeUser, makeMember }: Factories) {
  const { id: userId, email } = await makeUser({ passwordHash: await hashedPassword() });
  return { ...(await makeMember({ userId })), email };
}

/** Signs in by the form, as far as the second factor if there is one. */
export async function typePassword(
  page: Page,
  { email }: { email: string },
  { secret = password, next = "" }: { secret?: string; next?: string } = {},
) {
  await page.goto(next ? `/sign-in?next=${next}` : "/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
}
