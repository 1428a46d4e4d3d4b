import { z } from "zod";

/** A trackingId or a request ID. */
export const traceIdSchema = z.string().regex(/^(tts|stt|req)_[0-9a-v]{26}$/);

export const shareTraceSchema = z.object({ id: traceIdSchema });

/** The query of a shared link, unvalidated. `by`: the id of the member who made it. */
export type SharedLink = { by?: string; expires?: string; signature?: string };
