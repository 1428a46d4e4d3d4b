"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { endSharedLinkSchema, shareTraceSchema } from "./schema";
import { endSharedLink, shareTrace } from "./share";

export const shareTraceAction = memberAction(
  { permission: "history:read", input: shareTraceSchema, proof: "recent", shows: "/trace/**" },
  async (member, { id, showsPrice }) => ({ url: await shareTrace(member, id, showsPrice !== undefined) }),
);

/** Withdrawing gives access to nothing, so it needs no proof. */
export const endSharedLinkAction = memberAction(
  { permission: "history:read", input: endSharedLinkSchema, proof: "none", shows: "/**" },
  (member, { link }) => endSharedLink(member, link),
);
