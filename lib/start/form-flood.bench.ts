import { type Answer, arrive, closeConnections, p99, send } from "@/lib/bench/arrive";
import { type Figure, median, ms, percent } from "@/lib/bench/measure";
import { startOurs } from "@/lib/bench/ours";
import { newId } from "@/lib/ids";
import { builtActions } from "@/lib/testing/console-walk";

const seconds = 6;
const callRate = 100;
const floodRate = 200;
/**
 * 200 garbage sign-ins a second while the API is called 100 times a second: what they cost the calls, and when they are
 * answered. First from one network, then each from another. Client, server, database and engine share the machine.
 */
export default async function bench(): Promise<Figure[]> {
  const server = await startOurs({ VANG_FORMS_PER_MINUTE: "120", VANG_TRUSTED_PROXIES: "127.0.0.0/8,::1" });
  const { url, key } = server;
  const id = builtActions().find(({ name }) => name.endsWith(" signInAction"))?.id ?? "";
  const text = JSON.stringify({ text: "Xin chào Việt Nam", voiceId: "ngoc", modelId: "reader", audioFormat: "wav" });
  const call = (since: number) =>
    send(`${url}/tts`, { "x-api-key": key, "content-type": "application/json" }, text, since);
  const signIn = (network: () => string) => (since: number) => {
    const headers = { "next-action": id, origin: url, "x-forwarded-for": network(), "content-type": multipart };
    return send(`${url}/sign-in`, headers, garbage(), since);
  };
  const both = async (network: () => string) => {
    const [calls, forms] = await Promise.all([
      arrive(callRate, seconds, call),
      arrive(floodRate, seconds, signIn(network)),
    ]);
    return { calls, forms };
  };
  try {
    await arrive(callRate, seconds, call);
    // Whoever signs in first has the page loaded.
    for (let count = 0; count < 8; count += 1) await signIn(() => `192.0.2.${count}`)(performance.now());
    const rounds = [];
    // By turns, so that a slow moment of the machine is not held against one of them.
    for (let round = 0; round < 3; round += 1) {
      const calm = await arrive(callRate, seconds, call);
      const one = await both(() => "203.0.113.7");
      const many = await both(() => `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.1`);
      rounds.push({ calm, one, many });
    }
    const calm = median(rounds.map((round) => p99(round.calm)));
    return [
      { what: `p99 of ${callRate} calls a second, alone`, value: ms(calm) },
      ...tell(
        "one network",
        rounds.map(({ one }) => one),
        calm,
      ),
      ...tell(
        "everywhere",
        rounds.map(({ many }) => many),
        calm,
      ),
    ];
  } finally {
    closeConnections();
    await server.close();
  }
}

type Round = { calls: Answer[]; forms: Answer[] };

function tell(from: string, rounds: Round[], calm: number): Figure[] {
  const [calls, forms] = [rounds.flatMap((round) => round.calls), rounds.flatMap((round) => round.forms)];
  const refused = forms.filter(({ status }) => status === 429 || status === 503);
  const [late, refusedIn] = [median(rounds.map((round) => p99(round.calls))), p99(refused)];
  const good = calls.filter(({ status }) => status === 200).length / calls.length;
  const told = refused.filter(({ mayRetry }) => mayRetry).length / forms.length;
  return [
    { what: `flood from ${from}: p99 of calls`, value: ms(late), target: "≤ 2 times", met: late <= calm * 2 },
    { what: `flood from ${from}: calls done`, value: percent(good), target: "100 %", met: good === 1 },
    { what: `flood from ${from}: forms refused, with Retry-After`, value: percent(told) },
    { what: `flood from ${from}: p99 of a refusal`, value: ms(refusedIn), target: "≤ 100 ms", met: refusedIn <= 100 },
  ];
}

const multipart = "multipart/form-data; boundary=x";

/** A sign-in as the page's script sends it, for an address nobody has. */
function garbage(): string {
  const fields = {
    _1_email: `${newId("user")}@example.com`,
    _1_password: "sai rồi nhé",
    0: '[{"status":"idle"},"$K1"]',
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--x--\r\n`;
}
