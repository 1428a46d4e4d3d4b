import "server-only";
import { cookies } from "next/headers";
import { days } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";

/** Stores this browser's choice for a year. In actions and route handlers only. */
export async function rememberChoice(name: string, value: string): Promise<void> {
  (await cookies()).set(name, value, { maxAge: days(365) / 1000, path: "/", sameSite: "lax", secure: env.secure });
}
