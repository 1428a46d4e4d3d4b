import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { isKnown, withTrusted } from "@/lib/engines/models/install";
import {
  cancelInstallation,
  findInstallation,
  InstallationRuns,
  isRunning,
  startInstallation,
} from "@/lib/engines/models/installation";
import { findInstalled, modelsDirectory, modelsMirror } from "@/lib/engines/models/installed";
import { loadManifest, type SpeechModel, sizeOfModel, textIn } from "@/lib/engines/models/manifest";
import { smokeTest } from "@/lib/engines/providers/sherpa/smoke";
import { db } from "@/lib/platform/db";
import { OperatorError } from "@/lib/platform/errors";
import type { Locale } from "@/lib/platform/i18n/locale";
import type { NaturalVoices, VoiceOffer } from "./queries";

/** The voices that can be installed on this machine, and how the last installation goes or went. */
export async function listNaturalVoices(operator: Operator, locale: Locale): Promise<NaturalVoices> {
  requireOperatorRight(operator, "read");
  const installation = await findInstallation(modelsDirectory());
  const shared = { installation: installation && { ...installation, isRunning: isRunning(installation) } };
  try {
    const offers = await Promise.all((await listVoiceModels()).map((model) => describeOffer(model, locale)));
    return { ...shared, offers: offers.flat(), problem: null };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { ...shared, offers: [], problem: error.message };
  }
}

const listVoiceModels = async (): Promise<SpeechModel[]> =>
  (await loadManifest()).models.filter(({ kind }) => kind === "tts");

async function describeOffer(model: SpeechModel, locale: Locale): Promise<VoiceOffer[]> {
  const { id, name, voices, files, license, training, consent } = model;
  if (!training || !consent) return [];
  const directory = modelsDirectory();
  const { spdx, url, note = "", acceptRequired } = license;
  return [
    {
      model: id,
      name,
      voices: voices.map(({ voiceId, name, gender, region }) => ({ voiceId, name, gender, region })),
      ...sizeOfModel(files),
      license: { name: spdx, url, note: textIn(note, locale), mustAccept: acceptRequired },
      training: { data: textIn(training.data, locale), url: training.url },
      consent,
      isVerified: isKnown(await withTrusted(model, directory)),
      isReady: (await findInstalled(directory, id)) !== null,
    },
  ];
}

/**
 * Begins to download and install a voice of the manifest on this machine. Files whose hash is not known yet are taken as
 * they come and remembered, as the desk says beside the button. Throws StaffError.
 */
export async function installVoice(
  operator: Operator,
  { model: id, license }: { model: string; license?: string | undefined },
): Promise<void> {
  requireOperatorRight(operator, "manage");
  const model = (await listVoiceModels()).find((one) => one.id === id);
  if (!model) throw new StaffError("operator.errors.noVoice", { model: id });
  const { spdx, acceptRequired } = model.license;
  if (acceptRequired && license !== spdx) throw new StaffError("operator.errors.licenseNotAccepted", { license: spdx });
  await db
    .$transaction(async (tx) => {
      const about = { model: id, license: spdx };
      await recordPlatformAct(tx, operator, { action: "voice.started", businessId: null, reason: "", about });
      await startInstallation(model, {
        directory: modelsDirectory(),
        mirror: modelsMirror(),
        accepted: [spdx],
        trustFirst: true,
        tryOut: smokeTest,
      });
    })
    .catch((error: unknown) => {
      throw error instanceof InstallationRuns ? new StaffError("operator.errors.installationRuns") : error;
    });
}

/** Ends the running installation, in whichever process of this machine; without one it does nothing. */
export async function cancelVoice(operator: Operator): Promise<void> {
  requireOperatorRight(operator, "manage");
  const running = await findInstallation(modelsDirectory());
  if (!running || !isRunning(running)) return;
  await cancelInstallation(modelsDirectory());
  await db.$transaction((tx) => {
    const about = { model: running.model };
    return recordPlatformAct(tx, operator, { action: "voice.canceled", businessId: null, reason: "", about });
  });
}
