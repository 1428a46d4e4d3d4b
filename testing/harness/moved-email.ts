import { confirmEmailChange, requestEmailChange } from "@/lib/people/account/change-email";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { makeViewer } from "@/prisma/factories";
import { mailedToken } from "./mailbox";

export const newPassword = "con mèo trèo cây cau";

export const freshAddress = () => `${newId("mail")}@example.com`;

export const userOf = (id: string) => db.user.findUniqueOrThrow({ where: { id } });

/** Changes a person's email, by the link that the new one gets. Returns the new one. */
export async function moveEmail(
  viewer: Awaited<ReturnType<typeof makeViewer>>,
  address = freshAddress(),
): Promise<string> {
  await requestEmailChange(viewer, address);
  await confirmEmailChange(await mailedToken(address, "confirm-email"));
  return address;
}
