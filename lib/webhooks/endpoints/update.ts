import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { db } from "@/lib/platform/db";
import { requireVersion } from "./answer";
import { checkWebhooks } from "./check";
import { describeEndpoint, type Endpoint } from "./describe";
import { editIn } from "./edit";
import { lockEndpoint } from "./lock";
import { pauseIn, resumeIn } from "./pause";
import type { EndpointUpdate } from "./schema";

/** All or nothing. `paused` false also enables it. Throws PRECONDITION_FAILED unless `ifMatch` names its settings. */
export async function updateEndpoint(
  caller: Caller,
  id: string,
  { paused, ...change }: EndpointUpdate,
  ifMatch?: string,
): Promise<Endpoint> {
  checkWebhooks(caller, "webhooks:write");
  return db.$transaction(async (tx) => {
    requireVersion(describeEndpoint(await lockEndpoint(tx, caller, id)), ifMatch);
    const edited = await editIn(tx, caller, id, change);
    if (paused === undefined) return edited;
    return paused ? pauseIn(tx, caller, id) : resumeIn(tx, caller, id);
  });
}
