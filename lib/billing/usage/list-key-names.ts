import "server-only";
import { db } from "@/lib/db";

/** The names of a business's keys, also of revoked ones, without those of the playground. The caller checks who reads. */
export async function listKeyNames(businessId: string): Promise<Map<string, { name: string; hint: string }>> {
  const where = { businessId, kind: "standard" } as const;
  const keys = await db.apiKey.findMany({ where, select: { id: true, name: true, hint: true } });
  return new Map(keys.map(({ id, name, hint }) => [id, { name, hint }]));
}
