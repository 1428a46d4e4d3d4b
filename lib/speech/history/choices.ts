import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { listModels, listVoices } from "@/lib/engines/catalogue";
import { db } from "@/lib/platform/db";

type Choice = { value: string; label: string };

/** The filter choices for the history: keys (also revoked ones, for roles that can see keys), models and voices. */
export async function listChoices(member: Member): Promise<Record<"keys" | "models" | "voices", Choice[]>> {
  const where = { businessId: member.businessId, kind: "standard" } as const;
  const select = { id: true, name: true, hint: true };
  const keys = can(member.role, "keys:read")
    ? await db.apiKey.findMany({ where, select, orderBy: { id: "desc" }, take: 200 })
    : [];
  return {
    keys: keys.map(({ id, name, hint }) => ({ value: id, label: `${name} …${hint}` })),
    models: listModels().map(({ modelId, name }) => ({ value: modelId, label: name })),
    voices: listVoices().map(({ voiceId, name }) => ({ value: voiceId, label: name })),
  };
}
