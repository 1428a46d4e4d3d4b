import { endsSchema } from "@/lib/leaving/schema";
import { emailSchema } from "@/lib/mail/email-schema";

/** `email`: typed again to confirm. */
export const deleteAccountSchema = endsSchema.extend({ email: emailSchema });
