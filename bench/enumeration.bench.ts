import pLimit from "p-limit";
import { type Figure, ms, percentile, timeMs } from "@/bench/support/measure";
import { requestReset } from "@/lib/people/account/new-password";
import { hashPassword } from "@/lib/people/account/password";
import { checkPassword } from "@/lib/people/account/sign-in";
import { signUp } from "@/lib/people/account/sign-up";
import { resendVerification } from "@/lib/people/account/verify-email";
import { newId } from "@/lib/platform/ids";
import { makeUser } from "@/prisma/factories";

/** Per kind: enough that chance alone exceeds the bounds once in a thousand runs. */
const samples = 700;
const password = "con mèo trèo cây cau";
const [passwordHash, unknownEmail] = [await hashPassword(password), () => `${newId("user")}@example.com`];

/** How often a sample of one kind is slower than one of the other; 0.5 means that their times reveal nothing. */
function auc(a: number[], b: number[]): number {
  const wins = a.flatMap((left) => b.map((right) => (left > right ? 1 : left === right ? 0.5 : 0)));
  return wins.reduce((sum: number, win) => sum + win, 0) / wins.length;
}

type Ask = (email: string) => Promise<unknown>;

/** Times both kinds in random order, with `concurrency` at once. */
async function compare(what: string, ask: Ask, known: () => Promise<string>, concurrency: number): Promise<Figure[]> {
  const limit = pLimit(concurrency);
  const [left, right]: [number[], number[]] = [[], []];
  const emails = await Promise.all(Array.from({ length: samples }, () => limit(known)));
  const asks = emails.flatMap((email) => [() => time(left, email), () => time(right, unknownEmail())]);
  const time = async (into: number[], email: string) => into.push(await timeMs(() => ask(email).catch(() => {})));
  await Promise.all(asks.sort(() => Math.random() - 0.5).map((one) => limit(one)));
  const value = auc(left, right);
  return [
    {
      what: `${what}, ${concurrency} at once: known slower than unknown`,
      value: value.toFixed(3),
      target: "0.45–0.55",
      met: value >= 0.45 && value <= 0.55,
    },
    { what: `${what}, ${concurrency} at once: median`, value: ms(percentile([...left, ...right], 0.5)) },
  ];
}

/** Whether response times reveal if an address has an account. */
export default async function enumerationBench(): Promise<Figure[]> {
  const somewhere = () => ({ ip: newId("request"), userAgent: null });
  const proven = async () => (await makeUser({ passwordHash })).email;
  const unproven = async () => (await makeUser({ passwordHash, emailVerifiedAt: null })).email;
  const newcomer = { name: "Minh", businessName: "Sách Nói", password };
  const figures: Figure[] = [];
  for (const concurrency of [4, 16]) {
    const run = async (what: string, ask: Ask, known: () => Promise<string>) =>
      figures.push(...(await compare(what, ask, known, concurrency)));
    await run("wrong password", (email) => checkPassword({ email, password: "sai rồi nhé" }, somewhere()), proven);
    await run("forgotten password", (email) => requestReset(email, newId("request")), proven);
    await run("another link", resendVerification, unproven);
    await run("signing up", (email) => signUp({ ...newcomer, email }, "vi"), proven);
  }
  return figures;
}
