import { can, type Role } from "@/lib/access/principals/roles";

/** `oldOf`: for the old secret of a rotated key, the key. */
export type MadeKey = { id: string; name: string; hint: string; oldOf: string | null };

/** What a member made that works without them: keys whose secret they know, and webhook endpoints. */
export type Made = { keys: MadeKey[]; endpoints: { id: string; host: string }[] };

/** The part that someone with this role cannot end, because the role manages no keys or no webhooks. */
export const beyond = (role: Role, { keys, endpoints }: Made): Made => ({
  keys: can(role, "keys:write") ? [] : keys,
  endpoints: can(role, "webhooks:write") ? [] : endpoints,
});
