import "server-only";
import type { OperationExample } from "./shared";

const key = {
  id: "key_01k82ia4teekorpcibpf02mqjk",
  name: "Deploy 4711",
  mode: "live",
  hint: "9f3K",
  status: "expiring",
  scopes: ["tts:execute"],
  serviceAccountId: "sva_01k82icr5te6dbdq7bg3n4s8u2",
  allowedAddresses: ["203.0.113.7"],
  requestsPerMinute: 60,
  concurrentCalls: null,
  monthlyCapVnd: 50000,
  keepsNothing: false,
  createdById: "key_01k82ia4ejem1a45rf650ve21f",
  createdAt: "2026-11-22T21:24:26.799Z",
  expiresAt: "2026-11-22T22:24:26.799Z",
  oldSecretUntil: null,
  lastUsedAt: null,
  revokedAt: null,
};

const account = {
  id: key.serviceAccountId,
  name: "Deployment",
  scopes: ["tts:execute", "keys:manage"],
  createdAt: "2026-11-20T03:00:00.000Z",
  liveKeys: 2,
};

const budget = { monthlyCapVnd: 5000000, belowVnd: 200000, belowDays: 7 };

const secret = "vang_live_…";

export const management = {
  listKeys: { query: { works: "true" }, response: { keys: [key], next: null } },
  createKey: {
    body: {
      name: key.name,
      scopes: key.scopes,
      expiresInSeconds: 3600,
      allowedAddresses: key.allowedAddresses,
      monthlyCapVnd: key.monthlyCapVnd,
    },
    headers: { "Idempotency-Key": "deploy-4711" },
    response: { ...key, secret },
  },
  getKey: { params: { id: key.id }, response: key },
  updateKey: { params: { id: key.id }, body: { monthlyCapVnd: 20000 }, response: { ...key, monthlyCapVnd: 20000 } },
  rotateKey: {
    params: { id: key.id },
    body: { graceSeconds: 3600 },
    response: { ...key, status: "rotating", hint: "Q2ab", oldSecretUntil: "2026-11-22T22:10:00.000Z", secret },
  },
  revokeKey: { params: { id: key.id }, response: { id: key.id, revoked: true } },
  listServiceAccounts: { response: { serviceAccounts: [account] } },
  createServiceAccount: {
    body: { name: account.name, scopes: account.scopes },
    response: { ...account, liveKeys: 0 },
  },
  listMembers: {
    response: {
      members: [
        {
          id: "usr_01k82ia4ejem1a45rf650ve21f",
          name: "Nguyễn Thị Minh",
          email: "minh@example.com",
          role: "owner",
          hasSecondFactor: true,
          joinedAt: "2026-11-01T02:00:00.000Z",
          lastSeenAt: "2026-11-22T21:24:26.799Z",
        },
      ],
    },
  },
  getBudget: { response: { ...budget, month: "2026-11", spentVnd: 1204500.5 } },
  setBudget: { body: budget, response: { ...budget, month: "2026-11", spentVnd: 1204500.5 } },
  listAuditEvents: {
    query: { action: "key.created", from: "2026-11-22" },
    response: {
      events: [
        {
          sequence: 41,
          at: key.createdAt,
          action: "key.created",
          actorId: key.createdById,
          actorName: "Deployment · CI …x7Qa",
          serviceAccountId: account.id,
          subject: key.id,
          before: null,
          after: { hint: key.hint, name: key.name, scopes: key.scopes },
          ip: null,
          userAgent: null,
          digest: "0RD_hzZW5JhhCa05Vy22SSWXIzZ4lM8Z3_mx9QW73bk",
        },
      ],
      next: null,
    },
  },
  deleteServiceAccount: { params: { id: account.id }, response: { id: account.id, deleted: true, revokedKeys: 2 } },
} satisfies Record<string, OperationExample>;
