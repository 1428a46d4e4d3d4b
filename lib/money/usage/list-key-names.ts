import "server-only";
import { usedHintColumns } from "@/lib/access/principals/used-hint";
import { db } from "@/lib/platform/db";

type KeyName = { name: string; hint: string; secretIssuedById: string | null };

/** The names of a business's keys, also of revoked ones, without those of the playground. The caller checks who reads. */
export async function listKeyNames(businessId: string): Promise<Map<string, KeyName>> {
  const where = { businessId, kind: "standard" } as const;
  const keys = await db.apiKey.findMany({ where, select: { id: true, name: true, ...usedHintColumns } });
  return new Map(keys.map((key) => [key.id, key]));
}
