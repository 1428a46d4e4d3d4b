"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { removePronunciation, savePronunciation, setReadingSettings } from "@/lib/speech/pronunciations/own-reading";
import {
  pronunciationSchema,
  readingSettingsSchema,
  removePronunciationSchema,
} from "@/lib/speech/pronunciations/schema";
import { transcriptSettingsSchema } from "@/lib/speech/transcripts/schema";
import { setTranscriptSettings } from "@/lib/speech/transcripts/settings";

export const savePronunciationAction = memberAction(
  { permission: "speech:use", input: pronunciationSchema, proof: "none", shows: "/pronunciations" },
  (member, pronunciation) => savePronunciation(member, pronunciation),
);

export const removePronunciationAction = memberAction(
  { permission: "speech:use", input: removePronunciationSchema, proof: "none", shows: "/pronunciations" },
  async (member, { written }) => {
    await removePronunciation(member, written);
  },
);

export const setReadingSettingsAction = memberAction(
  { permission: "speech:use", input: readingSettingsSchema, proof: "none", shows: "/pronunciations" },
  (member, settings) => setReadingSettings(member, settings),
);

export const setTranscriptSettingsAction = memberAction(
  { permission: "speech:use", input: transcriptSettingsSchema, proof: "none", shows: "/settings" },
  (member, settings) => setTranscriptSettings(member, settings),
);
