/** What each role may do in its business. The console, the checks and the documentation all read this table. */
export const permissions = {
  owner: [
    "business:read",
    "business:write",
    "business:archive",
    "billing:read",
    "billing:write",
    "speech:use",
    "history:read",
    "history:delete",
    "keys:read",
    "keys:write",
  ],
  admin: [
    "business:read",
    "business:write",
    "billing:read",
    "billing:write",
    "speech:use",
    "history:read",
    "history:delete",
    "keys:read",
    "keys:write",
  ],
  developer: ["business:read", "speech:use", "history:read", "history:delete", "keys:read", "keys:write"],
  billing: ["business:read", "billing:read", "billing:write", "history:read"],
  viewer: ["business:read", "history:read", "keys:read"],
} as const satisfies Record<string, readonly string[]>;

export type Role = keyof typeof permissions;
export type Permission = (typeof permissions)[Role][number];

export const can = (role: Role, permission: Permission): boolean =>
  (permissions[role] as readonly Permission[]).includes(permission);
