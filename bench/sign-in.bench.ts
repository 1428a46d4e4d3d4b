import { verify } from "@node-rs/argon2";
import { type Figure, median, percent, throughput } from "@/bench/support/measure";
import { deviceFingerprint } from "@/lib/access/sessions/known-devices";
import { hashPassword } from "@/lib/people/account/password";
import { checkPassword } from "@/lib/people/account/sign-in";
import { beginSession } from "@/lib/people/sign-in/begin-session";
import { newToken } from "@/lib/platform/crypto";
import { makeUser } from "@/prisma/factories";

const password = "con mèo trèo cây cau";
const device = {
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
};
const calls = 300;
const concurrency = 16;
/** As many as a process verifies at once, so that many sign-ins leave CPU time for API calls. */
const passwordsAtOnce = 2;
const rounds = 9;

/** A complete sign-in with a known browser, by many people at once, compared with only verifying the password. */
export default async function bench(): Promise<Figure[]> {
  const passwordHash = await hashPassword(password);
  const people = await Promise.all(Array.from({ length: 50 }, () => makeUser({ passwordHash })));
  const tokens = people.map(() => newToken());
  let turn = 0;

  const signIn = async () => {
    const index = turn++ % people.length;
    const browser = (userId: string) => deviceFingerprint(userId, tokens[index] ?? "");
    const proved = await checkPassword({ email: people[index]?.email ?? "", password }, device, browser);
    await beginSession({ ...proved, method: "password", device, fingerprint: browser(proved.userId) });
  };
  const compare = () => verify(passwordHash, password);

  await throughput(50, concurrency, signIn);
  const rates = { bare: [] as number[], whole: [] as number[] };
  // Alternating, so that a slow moment of the machine affects both.
  for (let round = 0; round < rounds; round++) {
    rates.bare.push(await throughput(calls, passwordsAtOnce, compare));
    rates.whole.push(await throughput(calls, concurrency, signIn));
  }
  const [bare, whole] = [median(rates.bare), median(rates.whole)];
  const share = median(rates.whole.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN)));
  return [
    { what: "bare argon2id a second, same parameters", value: bare.toFixed(0) },
    { what: "sign-ins a second", value: whole.toFixed(0) },
    { what: "share of the bare comparison", value: percent(share), target: "≥ 85 %", met: share >= 0.85 },
  ];
}
