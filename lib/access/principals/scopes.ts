import { can, type Permission, type Role } from "./roles";

/** The permissions of a key. Those of speech are named by the public contract, the others by its pattern. */
export const scopes = [
  "tts:execute",
  "stt:execute",
  "webhooks:manage",
  "balance:read",
  "usage:read",
  "keys:manage",
  "pronunciations:manage",
  "members:read",
  "budgets:manage",
  "audit:read",
] as const;

export type Scope = (typeof scopes)[number];

/** Those that make calls: a new key has them unless its form says otherwise. */
export const speechScopes = ["tts:execute", "stt:execute"] as const satisfies readonly Scope[];

/** Where one of several scopes is enough, by the name under which operations ask for it. */
const scopeChoices = {
  speech: speechScopes,
  pronunciations: ["tts:execute", "pronunciations:manage"],
} as const satisfies Record<string, readonly Scope[]>;

export type ScopeChoice = keyof typeof scopeChoices;

/** The scopes of which an operation needs one. */
export const enoughFor = (scope: Scope | ScopeChoice): readonly Scope[] =>
  scope in scopeChoices ? scopeChoices[scope as ScopeChoice] : [scope as Scope];

/** Those of requests that are counted apart from speech: a program that manages something takes nothing from its limit. */
export const managementScopes = [
  "webhooks:manage",
  "keys:manage",
  "members:read",
  "budgets:manage",
  "audit:read",
] as const satisfies readonly Scope[];

/** The services that a key with these scopes can use. */
export const servicesOf = (own: readonly Scope[]): ("tts" | "stt")[] =>
  (["tts", "stt"] as const).filter((service) => own.includes(`${service}:execute`));

/** Those a new key can be given: today all, since an operation of the API needs each. */
export const offeredScopes = scopes;

/** What a member may do in the console who gives a key this scope: a key never does more than its giver. */
const permissionOf = {
  "tts:execute": "speech:use",
  "stt:execute": "speech:use",
  "webhooks:manage": "webhooks:write",
  "balance:read": "balance:read",
  "usage:read": "history:read",
  "keys:manage": "keys:write",
  "pronunciations:manage": "speech:use",
  // It also shows who has a second factor, as the console does to those who manage members.
  "members:read": "members:write",
  "budgets:manage": "billing:write",
  "audit:read": "audit:read",
} as const satisfies Record<Scope, Permission>;

export const canGive = (role: Role, scope: string): boolean =>
  scope in permissionOf && can(role, permissionOf[scope as Scope]);
