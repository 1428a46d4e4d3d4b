import { z } from "zod";

export const installVoiceSchema = z.object({
  model: z.string("naturalVoices.unknown").min(1, "naturalVoices.unknown").max(100, "naturalVoices.unknown"),
  /** The license that was accepted by name, for a model that requires it. */
  license: z.string().max(100).optional(),
});
