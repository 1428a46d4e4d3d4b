import "server-only";
import { db } from "@/lib/db";
import { describeRow, type JobRow } from "@/lib/history/describe";
import type { JobDetail } from "@/lib/history/list";
import type { Member } from "@/lib/principals/member";
import { can } from "@/lib/principals/roles";
import type { Rejection } from "./requests";

/** The name of a request's key; null for the playground's. Undefined for readers who cannot see keys. */
type Keyed = { keyName?: string | null };

export type RejectionRow = Keyed &
  Pick<Rejection, "requestId" | "code" | "standsFor" | "createdAt"> & { status: "rejected"; call: string };

export type RequestRow = (JobRow & Keyed) | RejectionRow;

export async function describeRows(
  member: Member,
  requests: readonly (JobDetail | Rejection)[],
): Promise<RequestRow[]> {
  const names = await nameKeys(
    member,
    requests.map(({ keyId }) => keyId),
  );
  return Promise.all(
    requests.map(async (request) => {
      const keyed = names && { keyName: names.get(request.keyId) ?? null };
      if ("trackingId" in request) return { ...(await describeRow(request)), ...keyed };
      return { ...describeRejection(request), ...keyed };
    }),
  );
}

export const describeRejection = ({
  requestId,
  code,
  standsFor,
  createdAt,
  method,
  path,
}: Rejection): RejectionRow => ({
  ...{ requestId, code, standsFor, createdAt },
  status: "rejected",
  call: `${method} ${path}`,
});

/** The names of these keys of the business, without those of the playground; undefined for who cannot see them. */
export async function nameKeys(
  { businessId, role }: Member,
  ids: readonly string[],
): Promise<Map<string, string> | undefined> {
  if (!can(role, "keys:read")) return undefined;
  const keys = await db.apiKey.findMany({
    where: { businessId, kind: "standard", id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  });
  return new Map(keys.map(({ id, name }) => [id, name]));
}
