import { generateSync } from "otplib";
import { clock } from "@/lib/platform/clock";

/** The code that an authenticator app with this secret shows at the tests' current time. */
export const codeNow = (secret: string): string => generateSync({ secret, epoch: Math.floor(+clock.now() / 1000) });
