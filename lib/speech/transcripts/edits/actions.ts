"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { previewTranscript } from "./preview";
import { previewSchema, saveEditsSchema, shareTranscriptSchema } from "./schema";
import { shareTranscript } from "./share";
import { saveEdits } from "./store";

export const saveEditsAction = memberAction(
  { permission: "history:write", input: saveEditsSchema, proof: "none" },
  (member, { trackingId, ...changed }) => saveEdits(member, trackingId, changed),
);

export const previewTranscriptAction = memberAction(
  { permission: "speech:use", input: previewSchema, proof: "none" },
  async (member, { trackingId, ...chosen }) => ({ text: await previewTranscript(member, trackingId, chosen) }),
);

export const shareTranscriptAction = memberAction(
  { permission: "history:read", input: shareTranscriptSchema, proof: "recent" },
  async (member, { trackingId }) => ({ url: await shareTranscript(member, trackingId) }),
);
