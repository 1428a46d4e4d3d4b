"use server";

import { revalidatePath } from "next/cache";
import { viewerAction } from "@/lib/auth/actions";
import { endOwnSession } from "./list";
import { endOtherSessionsSchema, endSessionSchema } from "./schema";
import { endSessions } from "./service";

// No recent proof: a person who fears an attacker must not have to wait, and an attacker gains nothing by them.

export const endSessionAction = viewerAction({ input: endSessionSchema, proof: "none" }, async (viewer, { id }) => {
  await endOwnSession(viewer, id);
  revalidatePath("/account/security");
});

export const endOtherSessionsAction = viewerAction({ input: endOtherSessionsSchema, proof: "none" }, async (viewer) => {
  await endSessions(viewer.userId, { except: viewer.sessionId });
  revalidatePath("/account/security");
});
