import { z } from "zod";
import { emailSchema } from "@/lib/mail/email-schema";

/** The email, typed again to confirm. */
export const deleteAccountSchema = z.object({ email: emailSchema });
