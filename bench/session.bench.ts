import { Agent, request } from "node:http";
import { decode } from "next-auth/jwt";
import { type Figure, median, ms, timeMs } from "@/bench/support/measure";
import { findLiveSession } from "@/lib/access/sessions/service";
import { env } from "@/lib/platform/env";
import { makeMember } from "@/prisma/factories";
import { sessionCookieOf } from "@/testing/harness/console-walk";
import { startOwnServer } from "@/testing/harness/own-server";

const calls = 200;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** What authentication adds to a page of the console: the whole page, and the lookup alone, sequentially. */
export default async function bench(): Promise<Figure[]> {
  const server = await startOwnServer({ LOG_LEVEL: "error" });
  try {
    const member = await makeMember();
    const cookie = await sessionCookieOf(member);
    const path = `/console/${member.businessSlug}/keys`;
    const page = () => get(server.url + path, cookie);
    const lookUp = async () => {
      const token = await decode({ token: cookie.split("=")[1], secret: env.NEXTAUTH_SECRET });
      await findLiveSession(String(token?.sid));
    };
    const [whole, lookup] = [await middle(page), await middle(lookUp)];
    const ratio = whole / (whole - lookup);
    return [
      { what: "a console page, median", value: ms(whole) },
      { what: "of which the session's lookup", value: ms(lookup) },
      { what: "the page against itself without it", value: ratio.toFixed(2), target: "≤ 1.30", met: ratio <= 1.3 },
    ];
  } finally {
    agent.destroy();
    server.process.kill("SIGTERM");
    await server.ended;
  }
}

async function middle(work: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 50; warm++) await work();
  const times: number[] = [];
  for (let call = 0; call < calls; call++) times.push(await timeMs(work));
  return median(times);
}

const get = (url: string, cookie: string) =>
  new Promise<void>((done, failed) => {
    const requested = request(url, { agent, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) failed(new Error(`the page answered ${answer.statusCode}`));
      answer.resume().on("end", done);
    });
    requested.on("error", failed).end();
  });
