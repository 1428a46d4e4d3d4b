"use server";

import { viewerAction } from "@/lib/access/auth/actions";
import { markAllReadSchema, markReadSchema, noticePreferencesSchema } from "@/lib/access/notices/schema";
import { markAllRead, markRead, setNoticePreferences } from "./service";

export const markReadAction = viewerAction(
  { input: markReadSchema, proof: "none", shows: "/account/notices" },
  (viewer, { id }) => markRead(viewer, id),
);

export const markAllReadAction = viewerAction(
  { input: markAllReadSchema, proof: "none", shows: "/account/notices" },
  (viewer) => markAllRead(viewer),
);

export const setNoticePreferencesAction = viewerAction(
  { input: noticePreferencesSchema, proof: "none", shows: "/account/notices" },
  async (viewer, form) => {
    const { keyExpiring, keyWidened, adminJoined, topUpCredited, creditLow, statementClosed } = form;
    await setNoticePreferences(viewer, {
      keyExpiring: keyExpiring === "on",
      keyWidened: keyWidened === "on",
      adminJoined: adminJoined === "on",
      topUpCredited: topUpCredited === "on",
      creditLow: creditLow === "on",
      statementClosed: statementClosed === "on",
    });
  },
);
