import "server-only";
import { env } from "@/lib/platform/env";

/** Whether this process plays a role, alone or with all others. */
export const plays = (role: "api" | "console" | "worker"): boolean => env.VANG_ROLE === "all" || env.VANG_ROLE === role;
