"use server";

import { revalidatePath } from "next/cache";
import { viewerAction } from "@/lib/auth/actions";
import { endOwnSession } from "./list";
import { endOtherSessionsSchema, endSessionSchema } from "./schema";
import { endSessions } from "./service";

// Neither asks for a fresh proof: whoever fears a thief must not be kept waiting, and a thief gains nothing by them.

export const endSessionAction = viewerAction({ input: endSessionSchema }, async (viewer, { id }) => {
  await endOwnSession(viewer, id);
  revalidatePath("/account/security");
});

export const endOtherSessionsAction = viewerAction({ input: endOtherSessionsSchema }, async (viewer) => {
  await endSessions(viewer.userId, { except: viewer.sessionId });
  revalidatePath("/account/security");
});
