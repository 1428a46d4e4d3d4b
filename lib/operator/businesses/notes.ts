import "server-only";
import { recordPlatformAct } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

/** Adds a note that only the staff reads. The audit log says that there is one, not what it says. */
export async function addNote(operator: Operator, businessId: string, text: string): Promise<void> {
  requireOperatorRight(operator, "read");
  const id = newId("note");
  const authorId = operator.via === "desk" ? operator.userId : null;
  await db.$transaction(async (tx) => {
    await tx.businessNote.create({
      data: { id, businessId, authorId, text, createdAt: clock.now() },
      select: { id: true },
    });
    await recordPlatformAct(tx, operator, { action: "business.noted", businessId, reason: "", about: { noteId: id } });
  });
}
