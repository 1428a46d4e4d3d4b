"use server";

import { viewerAction } from "@/lib/access/auth/actions";
import { endOwnSession } from "./list";
import { endOtherSessionsSchema, endSessionSchema } from "./schema";
import { endSessions } from "./service";

// No recent proof: a person who fears an attacker must not have to wait, and an attacker gains nothing by them.

export const endSessionAction = viewerAction(
  { input: endSessionSchema, proof: "none", shows: "/account/security" },
  (viewer, { id }) => endOwnSession(viewer, id),
);

export const endOtherSessionsAction = viewerAction(
  { input: endOtherSessionsSchema, proof: "none", shows: "/account/security" },
  (viewer) => endSessions(viewer.userId, { except: viewer.sessionId }),
);
