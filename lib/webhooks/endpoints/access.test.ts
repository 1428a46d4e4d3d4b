// @module-tag promise
import { describe, expect, test } from "vitest";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import type { Role } from "@/lib/access/principals/roles";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeCaller, makeMember } from "@/prisma/factories";
import { createEndpoint } from "./create";
import { editEndpoint } from "./edit";
import { getEndpoint, listEndpoints } from "./endpoint";
import { deleteEndpoint, pauseEndpoint, resumeEndpoint } from "./lifecycle";
import { newEndpointSchema } from "./schema";
import { revealHeaderValue, revealSecret, rotateSecret } from "./secrets";

const settings = newEndpointSchema.parse({ url: "http://127.0.0.1:4000/hook", events: ["webhook.test"] });

/** Everything that names an endpoint. */
const uses: Record<string, (by: Member & Caller, id: string) => Promise<unknown>> = {
  get: getEndpoint,
  edit: (by, id) => editEndpoint(by, id, { description: "x" }),
  pause: pauseEndpoint,
  resume: resumeEndpoint,
  delete: deleteEndpoint,
  rotate: rotateSecret,
  "reveal the secret of": revealSecret,
  "reveal the header value of": revealHeaderValue,
};

describe.each(Object.entries(uses))("%s an endpoint", (name, use) => {
  test("a member and a key of another business get the same error as for one that never existed", async () => {
    const member = await makeMember();
    const { endpoint } = await createEndpoint(member, settings);
    const outsiders = [
      await makeMember(),
      ...(name.startsWith("reveal") ? [] : [await makeCaller({ scopes: ["webhooks:manage"] })]),
    ];
    for (const outsider of outsiders as (Member & Caller)[]) {
      expect(await listEndpoints(outsider)).toEqual([]);
      for (const id of [endpoint.id, newId("webhook"), "", "whk_\0", "whk_ỗ", `${endpoint.id}'--`, "__proto__"])
        await expect(use(outsider, id)).rejects.toMatchObject({ code: "NOT_FOUND", message: "webhooks.unknown" });
    }
    expect(await getEndpoint(member, endpoint.id)).toEqual(endpoint);
    expect(await db.webhookSecret.count({ where: { endpointId: endpoint.id } })).toBe(1);
    expect(await db.auditEvent.count({ where: { businessId: member.businessId } })).toBe(1);
  });

  test("roles without the permission, and keys without the scope, are rejected", async () => {
    const member = await makeMember();
    const { businessId } = member;
    const { endpoint } = await createEndpoint(member, settings);
    const without: Role[] = name === "get" ? ["billing"] : ["billing", "viewer"];
    for (const role of without) {
      const weak = (await makeMember({ role, businessId })) as Member & Caller;
      await expect(use(weak, endpoint.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(createEndpoint(weak, settings)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    if (name.startsWith("reveal")) return;
    const caller = (await makeCaller({ businessId })) as Member & Caller;
    await expect(use(caller, endpoint.id)).rejects.toMatchObject({ code: "SCOPE_MISSING" });
    await expect(listEndpoints(caller)).rejects.toMatchObject({ code: "SCOPE_MISSING" });
    await expect(createEndpoint(caller, settings)).rejects.toMatchObject({ code: "SCOPE_MISSING" });
  });
});
