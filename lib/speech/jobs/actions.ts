"use server";

import { z } from "zod";
import { memberAction } from "@/lib/access/auth/actions";
import { cancelOwnJob } from "./progress";
import { jobRequestSchema } from "./schema";
import { previewBook } from "./texts/preview";

export const cancelJobAction = memberAction(
  { permission: "speech:use", input: z.object({ jobId: z.string().max(64) }), proof: "none" },
  async (member, { jobId }) => {
    await cancelOwnJob(member, jobId);
  },
);

/** The request for a job, as it would be sent. */
const requestSchema = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "forms.invalid" });
      return z.NEVER;
    }
  })
  .pipe(jobRequestSchema);

export const previewBookAction = memberAction(
  { permission: "speech:use", input: z.object({ request: requestSchema }), proof: "none" },
  (member, { request }) => previewBook(member, request),
);
