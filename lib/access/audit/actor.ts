import type { Actor } from "@/lib/access/audit/record";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";

/** Who a change is recorded under. A key acts for its business; its caller's address is not recorded. */
export const actorOf = (by: Caller | Member): Actor =>
  "role" in by ? by : { businessId: by.businessId, userId: by.keyId, device: { ip: null, userAgent: null } };
