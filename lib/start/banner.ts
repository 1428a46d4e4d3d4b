import "server-only";
import { env } from "@/lib/env";

export type DemoSignIn = { email: string; password: string };

/** What a person at the terminal needs to know. The demo password is shown here and nowhere again. */
export function welcome(demo?: DemoSignIn): void {
  const lines = ["", `  Vang   console  ${env.url}`, `         API      ${env.url}/tts`];
  if (env.developmentPages) lines.push(`         mail     ${env.url}/dev/mail`);
  if (demo) lines.push("", `         demo     ${demo.email}`, `         password ${demo.password}   (shown once)`);
  process.stdout.write(`${lines.join("\n")}\n\n`);
}
