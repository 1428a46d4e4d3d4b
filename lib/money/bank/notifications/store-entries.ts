import "server-only";
import { stringify } from "lossless-json";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encryption";
import { newId } from "@/lib/platform/ids";
import { notificationContext } from "./receive-notification";
import { type Fields, readId } from "./values";

/** Stores entries without a recorded report, to be processed as notifications are. Returns how many there were. */
export async function storeEntries(entries: Fields[]): Promise<number> {
  const known = await db.bankReport.findMany({
    where: { source: "sepay_list", sourceId: { in: entries.map(idOf).filter((id) => id !== null) } },
    select: { sourceId: true },
  });
  const ids = new Set(known.map(({ sourceId }) => sourceId));
  const missing = entries.filter((entry) => !ids.has(idOf(entry) ?? ""));
  // An entry that waits, or whose account is unknown, is stored already.
  await db.bankNotification.createMany({ data: missing.map(rowOf), skipDuplicates: true });
  return missing.length;
}

function idOf(entry: Fields): string | null {
  try {
    return readId(entry, "id");
  } catch {
    return null;
  }
}

function rowOf(entry: Fields) {
  const entryId = idOf(entry);
  const id = entryId ? `bnk_${entryId}` : newId("bankNotification");
  const body = Buffer.from(stringify(entry) ?? "").toString("base64");
  const now = clock.now();
  return {
    id,
    provider: "sepay_list",
    receivedAt: now,
    network: "",
    status: "pending",
    encryptedBody: encrypt(body, notificationContext(id)),
    contentType: "application/json",
    dueAt: now,
  };
}
