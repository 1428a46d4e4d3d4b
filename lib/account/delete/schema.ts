import { z } from "zod";
import { emailSchema } from "@/lib/account/email";

/** The address typed once more, to show that it is meant. */
export const deleteAccountSchema = z.object({ email: emailSchema });
