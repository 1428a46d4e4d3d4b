"use server";

import { z } from "zod";
import { memberAction } from "@/lib/access/auth/actions";
import { cancelOwnJob } from "./progress";

export const cancelJobAction = memberAction(
  { permission: "speech:use", input: z.object({ jobId: z.string().max(64) }), proof: "none" },
  async (member, { jobId }) => {
    await cancelOwnJob(member, jobId);
  },
);
