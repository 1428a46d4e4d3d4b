import "server-only";
import { z } from "zod";
import { auditRequestSchema, auditResponseSchema } from "@/lib/access/audit/schema";
import { memberListSchema } from "@/lib/businesses/members/response-schema";
import {
  removedServiceAccountSchema,
  serviceAccountIdSchema,
  serviceAccountListSchema,
  serviceAccountRequestSchema,
  serviceAccountSchema,
} from "@/lib/keys/accounts/schema";
import {
  apiKeySchema,
  createdKeySchema,
  createKeyRequestSchema,
  keyIdSchema,
  keyListRequestSchema,
  keyListSchema,
  revokedKeySchema,
  rotatedKeySchema,
  rotateKeyRequestSchema,
  updateKeyRequestSchema,
} from "@/lib/keys/management/schema";
import { budgetRequestSchema, budgetSchema } from "@/lib/money/alerts/response-schema";
import { at } from "./shared";

const managing = { scope: "keys:manage", query: z.strictObject({}) } as const;

export const management = {
  listKeys: at(["/keys"], {
    ...managing,
    method: "get",
    query: keyListRequestSchema,
    response: keyListSchema,
  }),
  createKey: at(["/keys"], {
    ...managing,
    method: "post",
    body: createKeyRequestSchema,
    acceptsFormType: true,
    isIdempotent: true,
    status: 201,
    response: createdKeySchema,
    responseHeaders: ["Idempotent-Replayed"],
    errors: ["KEY_TOO_WIDE", "KEY_LIMIT_REACHED", "NOT_FOUND"],
  }),
  getKey: at(["/keys/{id}"], {
    ...managing,
    method: "get",
    params: keyIdSchema,
    response: apiKeySchema,
    errors: ["NOT_FOUND"],
  }),
  updateKey: at(["/keys/{id}"], {
    ...managing,
    method: "patch",
    params: keyIdSchema,
    body: updateKeyRequestSchema,
    acceptsFormType: true,
    response: apiKeySchema,
    errors: ["NOT_FOUND", "KEY_TOO_WIDE", "KEY_LIMIT_REACHED"],
  }),
  rotateKey: at(["/keys/{id}/rotate"], {
    ...managing,
    method: "post",
    params: keyIdSchema,
    body: rotateKeyRequestSchema,
    acceptsFormType: true,
    response: rotatedKeySchema,
    errors: ["NOT_FOUND", "KEY_TOO_WIDE", "CONFLICT"],
  }),
  revokeKey: at(["/keys/{id}"], {
    ...managing,
    method: "delete",
    params: keyIdSchema,
    response: revokedKeySchema,
    errors: ["NOT_FOUND", "KEY_TOO_WIDE"],
  }),
  listServiceAccounts: at(["/service-accounts"], {
    ...managing,
    isLiveOnly: true,
    method: "get",
    response: serviceAccountListSchema,
  }),
  createServiceAccount: at(["/service-accounts"], {
    ...managing,
    isLiveOnly: true,
    method: "post",
    body: serviceAccountRequestSchema,
    acceptsFormType: true,
    status: 201,
    response: serviceAccountSchema,
    errors: ["KEY_TOO_WIDE", "KEY_LIMIT_REACHED"],
  }),
  deleteServiceAccount: at(["/service-accounts/{id}"], {
    ...managing,
    isLiveOnly: true,
    method: "delete",
    params: serviceAccountIdSchema,
    response: removedServiceAccountSchema,
    errors: ["NOT_FOUND", "KEY_TOO_WIDE"],
  }),
  listMembers: at(["/members"], {
    scope: "members:read",
    isLiveOnly: true,
    method: "get",
    query: z.strictObject({}),
    response: memberListSchema,
  }),
  getBudget: at(["/budgets"], {
    scope: "budgets:manage",
    isLiveOnly: true,
    method: "get",
    query: z.strictObject({}),
    response: budgetSchema,
  }),
  setBudget: at(["/budgets"], {
    scope: "budgets:manage",
    isLiveOnly: true,
    method: "put",
    query: z.strictObject({}),
    body: budgetRequestSchema,
    acceptsFormType: true,
    response: budgetSchema,
  }),
  listAuditEvents: at(["/audit-events"], {
    scope: "audit:read",
    isLiveOnly: true,
    method: "get",
    query: auditRequestSchema,
    response: auditResponseSchema,
  }),
};
