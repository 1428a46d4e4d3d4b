import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { usedHintColumns } from "@/lib/access/principals/used-hint";
import { db } from "@/lib/platform/db";
import { isRetryable } from "@/lib/platform/errors";
import { type Said, saidOf } from "@/lib/speech/history/by-request";
import { describeRow, type JobRow } from "@/lib/speech/history/describe";
import type { JobDetail } from "@/lib/speech/history/list";
import type { Rejection } from "./requests";

/** The name of a request's key; null for the playground's. Undefined for readers who cannot see keys. */
type Keyed = { keyName?: string | null };

export type RejectionRow = Keyed &
  Pick<Rejection, "requestId" | "code" | "standsFor" | "createdAt" | "metadata"> & {
    status: "rejected";
    call: string;
    said: Said;
    /** Whether the same request can succeed later. */
    isRetryable: boolean;
  };

/** `said`: what the response to a failed request said, as long as that is stored. */
export type RequestRow = (JobRow & Keyed & { said?: Said }) | RejectionRow;

export async function describeRows(
  member: Member,
  requests: readonly (JobDetail | Rejection)[],
): Promise<RequestRow[]> {
  const failed = requests.flatMap((request) =>
    "trackingId" in request && request.status === "failed" && request.requestId ? [request.requestId] : [],
  );
  const [names, ended] = await Promise.all([
    nameKeys(
      member,
      requests.map(({ keyId }) => keyId),
    ),
    failed.length === 0
      ? []
      : db.refusedRequest.findMany({
          where: { businessId: member.businessId, requestId: { in: failed } },
          select: { requestId: true, code: true, detail: true },
        }),
  ]);
  const said = new Map(ended.map(({ requestId, code, detail }) => [requestId, saidOf(code, detail)]));
  return Promise.all(
    requests.map(async (request) => {
      const keyed = names && { keyName: names.get(request.keyId)?.name ?? null };
      if ("trackingId" in request)
        return { ...(await describeRow(request)), ...keyed, said: said.get(request.requestId ?? "") };
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
  detail,
  metadata,
}: Rejection): RejectionRow => ({
  requestId,
  code,
  standsFor,
  createdAt,
  metadata,
  status: "rejected",
  call: `${method} ${path}`,
  said: saidOf(code, detail),
  isRetryable: isRetryable(code),
});

type NamedKey = { name: string; hint: string; secretIssuedById: string | null };

/** The names of these keys of the business, without those of the playground; undefined for who cannot see them. */
export async function nameKeys(
  { businessId, role }: Member,
  ids: readonly string[],
): Promise<Map<string, NamedKey> | undefined> {
  if (!can(role, "keys:read")) return undefined;
  const keys = await db.apiKey.findMany({
    where: { businessId, kind: "standard", id: { in: [...new Set(ids)] } },
    select: { id: true, name: true, ...usedHintColumns },
  });
  return new Map(keys.map((key) => [key.id, key]));
}
