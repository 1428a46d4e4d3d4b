import type { Refused } from "@/lib/api/client/speech";
import { createPlaygroundKeyAction } from "@/lib/keys/playground/actions";
import { minutes } from "@/lib/platform/clock";
import { idle } from "@/lib/platform/form";

/** The console did not issue a key; `message` is in the reader's language. */
export type Denied = { status: "denied"; message: string };

/** How long a key is used: a little shorter than it works, so that none is sent that has ended. */
const usedMs = minutes(14);

/** The page's own key: created when first needed, held in memory only, and created again once if the API rejects it. */
export function makeKeyring(business: string) {
  const form = new FormData();
  form.set("business", business);
  // Requests at the same time wait for one key.
  let minting: ReturnType<typeof createPlaygroundKeyAction> | undefined;
  let mintedAt = 0;

  async function sendOnce<Answer>(send: (secret: string) => Promise<Answer>): Promise<Answer | Denied> {
    if (Date.now() - mintedAt > usedMs) minting = undefined;
    if (!minting) [minting, mintedAt] = [createPlaygroundKeyAction(idle, form), Date.now()];
    const mine = minting;
    const minted = await mine.catch((error) => {
      if (minting === mine) minting = undefined;
      throw error;
    });
    if (minted.status === "done") return send(minted.data.secret);
    if (minting === mine) minting = undefined;
    return { status: "denied", message: minted.status === "refused" ? minted.message : "" };
  }

  return {
    /** Creates the key ahead of the first request, which then need not wait for it. */
    prepare(): void {
      sendOnce(async () => ({ status: "ready" })).catch(() => undefined);
    },
    async send<Answer extends { status: string } | Refused>(
      send: (secret: string) => Promise<Answer>,
    ): Promise<Answer | Denied> {
      const used = minting;
      const answer = await sendOnce(send);
      if (!("problem" in answer) || answer.problem.status !== 401) return answer;
      // Another request may have replaced it meanwhile.
      if (minting === used || used === undefined) minting = undefined;
      return sendOnce(send);
    },
  };
}
