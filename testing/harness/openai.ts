import OpenAI from "openai";
import { db } from "@/lib/platform/db";
import { makePartner, type PartnerOptions } from "./partner";

/** A partner with OpenAI's client, which sends their key. */
export async function makeOpenaiPartner(url: string, options: PartnerOptions = {}) {
  const partner = await makePartner(options);
  return { ...partner, openai: openaiOf(url, partner.key) };
}

export const openaiOf = (url: string, apiKey: string, more: { maxRetries?: number; timeout?: number } = {}) =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0, ...more });

export const hello = { model: "tts-1", voice: "alloy", input: "Xin chào Việt Nam" } as const;

export const countJobs = (businessId: string) => db.job.count({ where: { businessId, status: "completed" } });

export const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
