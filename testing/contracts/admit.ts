import { expect, test } from "vitest";
import { admit } from "@/lib/keys/allow";
import { fingerprint } from "@/lib/keys/secret";
import { db } from "@/lib/platform/db";
import { parseAddress } from "@/lib/platform/net/networks";
import { makeKey, makeMember } from "@/prisma/factories";

/** Tests of `admit` that hold for each store of limits. */
export function admitContract(name: string): void {
  test(`${name}: a request counts for its key and business; an invalid key counts for neither, and disallowed addresses count separately`, async () => {
    const member = await makeMember();
    const { businessId } = member;
    const [secret, dead] = [await makeKey(member), await makeKey(member)];
    await db.business.update({ where: { id: businessId }, data: { requestsPerMinute: 5, concurrentCalls: 2 } });
    const own = { requestsPerMinute: 4, concurrentCalls: 1, allowedAddresses: ["203.0.113.0/24", "2001:db8::/48"] };
    await db.apiKey.updateMany({ where: { businessId }, data: own });
    await db.apiKey.update({ where: fingerprint(dead), data: { revokedAt: new Date() } });
    const ask = async (runs: boolean, { key = secret, from = "203.0.113.9" } = {}) => {
      const { live } = await admit(key, { address: parseAddress(from), runs });
      const lefts = live?.allowed.allowances.map(({ limit, left }) => `${left} of ${limit}`);
      return { live, isListed: live?.key.isListed, refusal: live?.allowed.error?.code, lefts };
    };

    const first = await ask(true);
    expect(first).toMatchObject({ isListed: true, lefts: ["4 of 5", "3 of 4", "1 of 2", "0 of 1"] });
    expect(await ask(true)).toMatchObject({ refusal: "CONCURRENCY_LIMITED_KEY" });
    await first.live?.place.release();
    expect(await ask(false, { key: dead })).toMatchObject({ live: null });
    for (const from of ["198.51.100.1", "2001:db8:1::1"]) await ask(true, { from });
    expect(await ask(true, { from: "198.51.100.1" })).toMatchObject({ isListed: false, lefts: ["2 of 5", "1 of 4"] });

    const second = await ask(true, { from: "2001:db8::1" });
    expect(second).toMatchObject({ isListed: true, lefts: ["3 of 5", "2 of 4", "1 of 2", "0 of 1"] });
    await second.live?.place.release();
  });
}
