import { z } from "zod";
import { emailSchema } from "@/lib/account/email";

/** The email, typed again to confirm. */
export const deleteAccountSchema = z.object({ email: emailSchema });
