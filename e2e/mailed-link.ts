import { expect } from "./fixtures";

/** The URL of an emailed link, once the email has arrived. */
export async function mailedLink(email: string, place: string): Promise<string> {
  const { mailedToken } = await import("@/testing/harness/mailbox");
  await expect.poll(() => mailedToken(email, place), { timeout: 10_000 }).toHaveLength(43);
  return `/link/${place}/${await mailedToken(email, place)}`;
}
