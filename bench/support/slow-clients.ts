import { objectStore } from "@/lib/platform/objects/open";
import { makeKey, makeMember } from "@/prisma/factories";
import { callOf, startOurs } from "./ours";

type Limits = Parameters<typeof makeMember>[0];

/**
 * Our gateway and what slow clients need: its port, finished audio of 24 MB, and keys of so many businesses; beside them
 * `call`, a job of a client that is not slow.
 */
export async function startBesideSlow(businesses: number, limits: Limits) {
  const { url, key, close } = await startOurs();
  return {
    port: Number(new URL(url).port),
    call: callOf({ url, key }),
    audio: await objectStore().put(Buffer.alloc(24_000_000), "wav"),
    keys: await Promise.all(Array.from({ length: businesses }, async () => makeKey(await makeMember(limits)))),
    close,
  };
}
