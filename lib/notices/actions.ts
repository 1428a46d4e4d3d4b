"use server";

import { revalidatePath } from "next/cache";
import { viewerAction } from "@/lib/auth/actions";
import { markAllReadSchema, markReadSchema, noticePreferencesSchema } from "./schema";
import { markAllRead, markRead, setNoticePreferences } from "./service";

export const markReadAction = viewerAction({ input: markReadSchema, proof: "none" }, async (viewer, { id }) => {
  await markRead(viewer, id);
  revalidatePath("/account/notices");
});

export const markAllReadAction = viewerAction({ input: markAllReadSchema, proof: "none" }, async (viewer) => {
  await markAllRead(viewer);
  revalidatePath("/account/notices");
});

export const setNoticePreferencesAction = viewerAction(
  { input: noticePreferencesSchema, proof: "none" },
  async (viewer, form) => {
    const { keyExpiring, keyWidened, adminJoined, topUpCredited, creditLow } = form;
    await setNoticePreferences(viewer, {
      keyExpiring: keyExpiring === "on",
      keyWidened: keyWidened === "on",
      adminJoined: adminJoined === "on",
      topUpCredited: topUpCredited === "on",
      creditLow: creditLow === "on",
    });
    revalidatePath("/account/notices");
  },
);
