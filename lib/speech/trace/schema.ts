import { z } from "zod";

/** A trackingId or a request ID. */
export const traceIdSchema = z.string().regex(/^(tts|stt|req)_[0-9a-v]{26}$/);

export const shareTraceSchema = z.object({ id: traceIdSchema, showsPrice: z.literal("on").optional() });

export const endSharedLinkSchema = z.object({ link: z.string().max(100) });

/** The query of a shared link, unvalidated. */
export type SharedLink = { link?: string; signature?: string };
