import "server-only";
import { seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { listProviders } from "./catalogue";
import type { Health, SpeechProvider } from "./provider";
import { stateOfEngine } from "./settings";

const timeoutMs = seconds(5);

const ill = new Set<string>();
const seen = new Map<string, Health>();

/** What the last check of an engine found; undefined before the first, and for engines of this process. */
export const lastHealth = (engine: string): Health | undefined => seen.get(engine);

const listWatched = () => listProviders().filter(({ name }) => stateOfEngine(name) !== "off");

/** Checks the health of every remote engine that is not turned off and logs when it changes, so that operators know before callers do. */
export async function watchEngines(providers: readonly SpeechProvider[] = listWatched()): Promise<void> {
  await Promise.all(providers.filter(({ close }) => close).map(ask));
}

async function ask(provider: SpeechProvider): Promise<void> {
  const { ok, detail } = await provider
    .health(AbortSignal.timeout(timeoutMs))
    .catch((error: Error): Health => ({ ok: false, detail: error.message }));
  const { name } = provider;
  seen.set(name, { ok, detail });
  if (!ok && !ill.has(name)) log.error({ engine: name, detail }, "a speech engine is not well");
  if (ok && ill.delete(name)) log.info({ engine: name }, "a speech engine is well again");
  if (!ok) ill.add(name);
}
