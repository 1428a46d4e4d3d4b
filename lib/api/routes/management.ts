import "server-only";
import type { Hono } from "hono";
import { answerAudit } from "@/lib/access/audit/answer";
import type { Caller } from "@/lib/access/principals/caller";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { listMembers, type MemberRow } from "@/lib/businesses/members/list";
import {
  createServiceAccount,
  listServiceAccounts,
  removeServiceAccount,
  type ServiceAccount,
} from "@/lib/keys/accounts/accounts";
import { createKeyOnce, getManagedKey, listManagedKeys, updateKey } from "@/lib/keys/management/keys";
import { rotateKey } from "@/lib/keys/rotate";
import { revokeKey } from "@/lib/keys/service";
import { getBudget } from "@/lib/money/alerts/budget";
import { setAlert } from "@/lib/money/alerts/service";

const headers = { "cache-control": "no-store" };

const answerAccount = ({ createdAt, ...account }: ServiceAccount) => ({
  ...account,
  createdAt: createdAt.toISOString(),
});

const answerMember = ({ userId: id, joinedAt, lastSeenAt, hasSecondFactor, ...member }: MemberRow) => ({
  ...member,
  id,
  hasSecondFactor: hasSecondFactor === true,
  joinedAt: joinedAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
});

async function answerBudget(caller: Caller) {
  const { spentMilli, ...budget } = await getBudget(caller);
  return { ...budget, spentVnd: Number(spentMilli) / 1000 };
}

/** What the console manages, by keys with a scope for each part. */
export function declareManagement(app: Hono<ApiEnv>): void {
  for (const operation of operations.listKeys) {
    endpoint(app, operation, async ({ caller, query }) => ({ body: await listManagedKeys(caller, query), headers }));
  }
  for (const operation of operations.createKey) {
    endpoint(app, operation, async ({ caller, body, idempotencyKey, fingerprint }) => {
      const idempotency = idempotencyKey ? { key: idempotencyKey, fingerprint } : undefined;
      const { key, secret } = await createKeyOnce(caller, body, idempotency);
      return {
        body: { ...key, secret },
        headers: { ...headers, ...(secret === null && { "idempotent-replayed": "true" }) },
      };
    });
  }
  for (const operation of operations.getKey) {
    endpoint(app, operation, async ({ caller, params: { id } }) => ({
      body: await getManagedKey(caller, id),
      headers,
    }));
  }
  for (const operation of operations.updateKey) {
    endpoint(app, operation, async ({ caller, params: { id }, body }) => {
      return { body: await updateKey(caller, id, body), headers };
    });
  }
  for (const operation of operations.rotateKey) {
    endpoint(app, operation, async ({ caller, params: { id }, body: { graceSeconds } }) => {
      const { secret } = await rotateKey(caller, id, graceSeconds / 3600);
      return { body: { ...(await getManagedKey(caller, id)), secret }, headers };
    });
  }
  for (const operation of operations.revokeKey) {
    endpoint(app, operation, async ({ caller, params: { id } }) => {
      await revokeKey(caller, id);
      return { body: { id, revoked: true as const }, headers };
    });
  }
  for (const operation of operations.listServiceAccounts) {
    endpoint(app, operation, async ({ caller }) => {
      return { body: { serviceAccounts: (await listServiceAccounts(caller)).map(answerAccount) }, headers };
    });
  }
  for (const operation of operations.createServiceAccount) {
    endpoint(app, operation, async ({ caller, body }) => {
      return { body: answerAccount(await createServiceAccount(caller, body)), headers };
    });
  }
  for (const operation of operations.deleteServiceAccount) {
    endpoint(app, operation, async ({ caller, params: { id } }) => {
      const revokedKeys = await removeServiceAccount(caller, id);
      return { body: { id, deleted: true as const, revokedKeys }, headers };
    });
  }
  for (const operation of operations.listMembers) {
    endpoint(app, operation, async ({ caller }) => {
      return { body: { members: (await listMembers(caller)).map(answerMember) }, headers };
    });
  }
  for (const operation of operations.getBudget) {
    endpoint(app, operation, async ({ caller }) => ({ body: await answerBudget(caller), headers }));
  }
  for (const operation of operations.setBudget) {
    endpoint(app, operation, async ({ caller, body }) => {
      await setAlert(caller, body);
      return { body: await answerBudget(caller), headers };
    });
  }
  for (const operation of operations.listAuditEvents) {
    endpoint(app, operation, async ({ caller, query }) => ({ body: await answerAudit(caller, query), headers }));
  }
}
