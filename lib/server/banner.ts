import "server-only";
import { env } from "@/lib/env";

export type DemoSignIn = { email: string; password: string };

/** What a person at the terminal needs to know. The demo password is shown here and nowhere again. */
export function welcome({ demo, hasModels }: { demo?: DemoSignIn; hasModels: boolean }): void {
  const lines = ["", `  Vang   console  ${env.url}`, `         API      ${env.url}/tts`];
  if (env.developmentPages) lines.push(`         mail     ${env.url}/dev/mail`);
  if (demo) lines.push("", `         demo     ${demo.email}`, `         password ${demo.password}   (shown once)`);
  if (!hasModels) lines.push("", "  Real voices and a real recogniser: npm run models -- install vi (docs/models.md)");
  process.stdout.write(`${lines.join("\n")}\n\n`);
}
