import { z } from "zod";

export const endSessionSchema = z.object({
  id: z.string("sessions.unknown").regex(/^ses_[0-9a-v]{26}$/, "sessions.unknown"),
});

export const endOtherSessionsSchema = z.object({});
