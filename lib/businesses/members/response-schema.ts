import { z } from "zod";
import { roles } from "@/lib/access/principals/roles";

/** A member as the API returns it. */
const memberSchema = z
  .object({
    id: z.string().meta({ description: "docs.described.memberId" }),
    name: z.string().meta({ description: "docs.described.memberName" }),
    email: z.string().meta({ description: "docs.described.memberEmail" }),
    role: z.enum(roles).meta({ description: "docs.described.memberRole" }),
    hasSecondFactor: z.boolean().meta({ description: "docs.described.memberSecondFactor" }),
    joinedAt: z.iso.datetime().meta({ description: "docs.described.memberJoinedAt" }),
    lastSeenAt: z.iso.datetime().nullable().meta({ description: "docs.described.memberLastSeenAt" }),
  })
  .meta({ id: "BusinessMember" });

export const memberListSchema = z
  .object({ members: z.array(memberSchema).meta({ description: "docs.described.members" }) })
  .meta({ id: "BusinessMemberList" });
