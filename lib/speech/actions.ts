"use server";

import { revalidatePath } from "next/cache";
import { memberAction } from "@/lib/auth/actions";
import { setReadingSettings } from "@/lib/pronunciations/own-reading";
import { pronunciationSchema, removePronunciationSchema } from "@/lib/pronunciations/pronunciation-schema";
import { removePronunciation, savePronunciation } from "@/lib/pronunciations/pronunciations";
import { readingSettingsSchema } from "@/lib/pronunciations/reading-settings-schema";

export const savePronunciationAction = memberAction(
  { permission: "speech:use", input: pronunciationSchema, proof: "none" },
  async (member, pronunciation) => {
    await savePronunciation(member, pronunciation);
    revalidatePath(`/console/${member.businessSlug}/settings`);
  },
);

export const removePronunciationAction = memberAction(
  { permission: "speech:use", input: removePronunciationSchema, proof: "none" },
  async (member, { written }) => {
    await removePronunciation(member, written);
    revalidatePath(`/console/${member.businessSlug}/settings`);
  },
);

export const setReadingSettingsAction = memberAction(
  { permission: "speech:use", input: readingSettingsSchema, proof: "none" },
  async (member, settings) => {
    await setReadingSettings(member, settings);
    revalidatePath(`/console/${member.businessSlug}/settings`);
  },
);
