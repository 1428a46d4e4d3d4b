import { endsSchema } from "@/lib/businesses/leaving/schema";
import { emailSchema } from "@/lib/platform/mail/email-schema";

/** `email`: typed again to confirm. */
export const deleteAccountSchema = endsSchema.extend({ email: emailSchema });
