import { createPlaygroundKeyAction } from "@/lib/api-client/actions";
import type { Refused } from "@/lib/api-client/speech";
import { idle } from "@/lib/form";

/** The console did not issue a key; `message` is in the reader's language. */
export type Denied = { status: "denied"; message: string };

/** The page's own key: created when first needed, held in memory only, and created again once if the API rejects it. */
export function makeKeyring(business: string) {
  const form = new FormData();
  form.set("business", business);
  let secret: string | undefined;

  async function sendOnce<Answer>(send: (secret: string) => Promise<Answer>): Promise<Answer | Denied> {
    if (!secret) {
      const minted = await createPlaygroundKeyAction(idle, form);
      if (minted.status === "refused") return { status: "denied", message: minted.message };
      if (minted.status === "done") secret = minted.data.secret;
    }
    return send(secret ?? "");
  }

  return {
    async send<Answer extends { status: string } | Refused>(
      send: (secret: string) => Promise<Answer>,
    ): Promise<Answer | Denied> {
      const answer = await sendOnce(send);
      if (!("problem" in answer) || answer.problem.status !== 401) return answer;
      secret = undefined;
      return sendOnce(send);
    },
  };
}
