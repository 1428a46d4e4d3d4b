import { WatchedFile } from "@/lib/engines/config/watched-file";
import type { EngineType, OpenedEngine } from "@/lib/engines/engine-type";
import { changesFile, modelsDirectory } from "@/lib/engines/models/installed";
import { loadManifest } from "@/lib/engines/models/manifest";
import type { SpeechProvider } from "@/lib/engines/provider";
import { builtIn } from "@/lib/engines/providers/built-in";
import { closeWhenIdle } from "@/lib/engines/resilience/call";
import { log } from "@/lib/platform/log";
import { sherpaProviders } from "./provider";

/** The models that `npm run models` installs, each an engine of its own. */
export const sherpaEngine = {
  ...builtIn("sherpa"),
  open: (_, onChange) => new InstalledModels(onChange),
} satisfies EngineType;

class InstalledModels implements OpenedEngine {
  readonly #watched = new WatchedFile(changesFile(modelsDirectory()));
  readonly #onChange: () => void;
  providers: readonly SpeechProvider[] = [];
  ready: Promise<void> = Promise.resolve();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  refresh(): void {
    if (this.#watched.takeChange() !== undefined) this.ready = this.#find();
  }

  listKnownModels = async (): Promise<string[]> => (await loadManifest()).models.map(({ id }) => id);

  async #find(): Promise<void> {
    const before = this.providers;
    this.providers = await sherpaProviders().catch((error: Error) => {
      log.error({ reason: error.message }, "the installed speech models could not be listed");
      return before;
    });
    if (before.length === 0 && this.providers.length === 0) return;
    this.#onChange();
    for (const provider of before) if (!this.providers.includes(provider)) closeWhenIdle(provider);
  }
}
