import type { Scope } from "@/lib/access/principals/scopes";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";

export type PartnerOptions = { scopes?: Scope[]; creditMilli?: bigint };

/** A member of a business with credit, and a key of it. */
export async function makePartner({ scopes, creditMilli = 50_000_000n }: PartnerOptions = {}) {
  const member = await makeMember({ creditMilli });
  return { ...member, key: await makeKey(member, scopes) };
}

export const hello = { text: "Xin chào Việt Nam", voiceId: "south-ngoc", modelId: "vang-espeak" };

/** What is in all accounts of a business, in thousandths of a đồng. */
export async function balanceOf(businessId: string): Promise<bigint> {
  const accounts = await db.walletAccount.findMany({ where: { businessId } });
  return accounts.reduce((total, { balanceMilli }) => total + balanceMilli, 0n);
}
