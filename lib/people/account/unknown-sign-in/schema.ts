import { z } from "zod";

/** The form has no other field: the link's token is in a cookie. */
export const reportUnknownSignInSchema = z.object({});
