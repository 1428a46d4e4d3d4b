import { idle } from "@/lib/form";
import { createPlaygroundKeyAction } from "@/lib/playground/actions";
import { type SpeechAnswer, speak } from "@/lib/playground/queries";
import type { TtsRequest } from "@/lib/speech/schema";

/** The console would not hand out a key; `message` is in the reader's language. */
type Denied = { status: "denied"; message: string };

/** The page's own key: made when first needed, kept in memory alone, made anew once when the API refuses it. */
export function makeKeyring(business: string) {
  const form = new FormData();
  form.set("business", business);
  let secret: string | undefined;

  async function speakOnce(request: TtsRequest): Promise<SpeechAnswer | Denied> {
    if (!secret) {
      const minted = await createPlaygroundKeyAction(idle, form);
      if (minted.status === "refused") return { status: "denied", message: minted.message };
      if (minted.status === "done") secret = minted.data.secret;
    }
    return speak(request, secret ?? "");
  }

  return {
    async speak(request: TtsRequest): Promise<SpeechAnswer | Denied> {
      const answer = await speakOnce(request);
      if (answer.status !== "refused" || answer.problem.status !== 401) return answer;
      secret = undefined;
      return speakOnce(request);
    },
  };
}
