import "server-only";
import { hours } from "@/lib/platform/clock";
import { sealedCookie } from "./sealed-cookie";

/** Who signed up in this browser: it can skip one password check, and the next page shows its email. */
export const signUpCookie = sealedCookie<{ userId: string; email: string }>({
  name: "sign-up",
  lifeSeconds: hours(24) / 1000,
  fields: ["userId", "email"],
});
