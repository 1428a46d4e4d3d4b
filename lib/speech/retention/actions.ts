"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { AppError } from "@/lib/platform/errors";
import { eraseResult } from "./erase";
import { eraseSchema, eraseSelectedSchema } from "./schema";

export const eraseAction = memberAction(
  { permission: "history:delete", input: eraseSchema, proof: "recent", shows: "/history" },
  async (member, { trackingId }) => {
    await eraseResult(member, trackingId);
  },
);

/** Erases the content of several jobs, one after the other. Those that cannot be erased do not stop the others. */
export const eraseSelectedAction = memberAction(
  { permission: "history:delete", input: eraseSelectedSchema, proof: "recent", shows: "/history" },
  async (member, { trackingIds }) => {
    const erased: string[] = [];
    for (const trackingId of trackingIds) {
      const receipt = await eraseResult(member, trackingId).catch((error) => {
        if (error instanceof AppError) return null;
        throw error;
      });
      if (receipt) erased.push(trackingId);
    }
    return { erased, failed: trackingIds.length - erased.length };
  },
);
