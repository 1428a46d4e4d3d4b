import { expect } from "./fixtures";

/** The address a mailed link leads to, once the mail is there. */
export async function mailedLink(email: string, place: string): Promise<string> {
  const { mailedToken } = await import("@/testing/harness/mailbox");
  await expect.poll(() => mailedToken(email, place), { timeout: 10_000 }).toHaveLength(43);
  return `/link/${place}/${await mailedToken(email, place)}`;
}
