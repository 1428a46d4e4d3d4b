/** What owners and admins may do, besides the business itself. */
const shared = [
  "balance:read",
  "billing:read",
  "billing:write",
  "members:read",
  "members:write",
  "audit:read",
  "speech:use",
  "history:read",
  "history:write",
  "history:delete",
  "keys:read",
  "keys:write",
  "webhooks:read",
  "webhooks:write",
] as const;

/** The permissions of each role in its business. The console, the checks and the documentation all read this table. */
export const permissions = {
  owner: ["business:read", "business:write", "business:archive", "business:transfer", ...shared],
  admin: ["business:read", "business:write", ...shared],
  developer: [
    "business:read",
    "balance:read",
    "members:read",
    "speech:use",
    "history:read",
    "history:write",
    "history:delete",
    "keys:read",
    "keys:write",
    "webhooks:read",
    "webhooks:write",
  ],
  billing: ["business:read", "balance:read", "billing:read", "billing:write", "members:read", "history:read"],
  viewer: ["business:read", "balance:read", "members:read", "history:read", "keys:read", "webhooks:read"],
} as const satisfies Record<string, readonly string[]>;

export type Role = keyof typeof permissions;
export type Permission = (typeof permissions)[Role][number];

export const can = (role: Role, permission: Permission): boolean =>
  (permissions[role] as readonly Permission[]).includes(permission);

/** The page of a business, below its slug, on which a new member lands: the first one where their role can act. */
export const firstPageOf = (role: Role): string =>
  can(role, "speech:use") ? "/playground" : can(role, "billing:write") ? "/billing" : "";

/** From the widest role to the narrowest. */
export const roles = Object.keys(permissions) as Role[];

/** The roles that other members can assign. Ownership is offered and confirmed instead. */
export const grantableRoles = ["admin", "developer", "billing", "viewer"] as const satisfies readonly Role[];

/**
 * What each role of the staff may do at the operator's desk: `read` its pages, move `money`, run engines and background
 * `work`, `manage` businesses (suspend them, change their limits) and the set-up, and `grant` roles to others.
 */
export const staffRights = {
  support: ["read"],
  finance: ["read", "money", "manage"],
  engineer: ["read", "work", "manage"],
  admin: ["read", "grant", "manage"],
} as const satisfies Record<string, readonly string[]>;

export type StaffRole = keyof typeof staffRights;
export type StaffRight = (typeof staffRights)[StaffRole][number];

export const staffRoles = Object.keys(staffRights) as StaffRole[];

export const staffCan = (role: StaffRole, right: StaffRight): boolean =>
  (staffRights[role] as readonly StaffRight[]).includes(right);
