import OpenAI from "openai";
import { db } from "@/lib/db";
import type { Scope } from "@/lib/principals/scopes";
import { makeKey, makeMember } from "@/prisma/factories";

type Options = { scopes?: Scope[]; creditMilli?: bigint };

/** A member of a business with credit, a key of it, and OpenAI's client with that key. */
export async function makeOpenaiPartner(url: string, { scopes, creditMilli = 50_000_000n }: Options = {}) {
  const member = await makeMember({ creditMilli });
  const key = await makeKey(member, scopes);
  return { ...member, key, openai: openaiOf(url, key) };
}

export const openaiOf = (url: string, apiKey: string, wishes: { maxRetries?: number; timeout?: number } = {}) =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0, ...wishes });

export const hello = { model: "tts-1", voice: "alloy", input: "Xin chào Việt Nam" } as const;

export const countJobs = (businessId: string) => db.job.count({ where: { businessId, status: "completed" } });

export const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
