import "server-only";
import { listInstalled, modelsDirectory } from "@/lib/engines/models/installed";
import { isOffered } from "@/lib/engines/models/manifest";
import { env } from "@/lib/platform/env";

export type DemoSignIn = { email: string; password: string };

/** Information for the person at the terminal. The demo password is shown here and nowhere else. */
export async function bannerOf(demo?: DemoSignIn): Promise<string> {
  const hasModels = (await listInstalled(modelsDirectory())).some(({ model }) => isOffered(model));
  const lines = ["", `  Vang   console  ${env.url}`, `         API      ${env.url}/tts`];
  if (env.developmentPages) lines.push(`         mail     ${env.url}/dev/mail`);
  if (demo) lines.push("", `         demo     ${demo.email}`, `         password ${demo.password}   (shown once)`);
  if (!hasModels)
    lines.push(
      "",
      "  Only the built-in, robotic voice is installed. For a natural voice and a real recognizer, 140 MB:",
      "         npm run models -- install vi --trust-first-download   (docs/start/models.md)",
    );
  return `${lines.join("\n")}\n\n`;
}
