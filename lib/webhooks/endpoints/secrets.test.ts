// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { makeMember } from "@/prisma/factories";
import { auditOf, header, manager, secretsOf, settings } from "@/testing/harness/endpoints";
import { createEndpoint } from "./create";
import { mostSecrets, revealHeaderValue, revealSecret, rotateSecret } from "./secrets";

afterEach(() => clock.reset());

test("a rotated secret signs for 24 hours more, also when it is rotated again meanwhile", async () => {
  const member = await makeMember();
  const { endpoint, secret: first } = await createEndpoint(member, settings());
  const now = clock.now();
  const { secret: second } = await rotateSecret(member, endpoint.id);
  clock.advance(hours(1));
  const { secret: third } = await rotateSecret(member, endpoint.id);
  expect((await secretsOf(endpoint.id)).map(({ secret }) => secret)).toEqual([first, second, third]);
  const [oldest, older, current] = await secretsOf(endpoint.id);
  expect(+(oldest?.expiresAt ?? 0) - +now).toBeLessThan(hours(24) + minutes(1));
  expect(+(older?.expiresAt ?? 0) - +(oldest?.expiresAt ?? 0)).toBeGreaterThan(hours(1) - minutes(1));
  expect(current?.expiresAt).toBeNull();
  expect(await revealSecret(member, endpoint.id)).toEqual({ secret: third });
});

test("rotations at once each keep the former secrets, up to the limit, and one of them is current", async () => {
  const member = await makeMember();
  const { endpoint } = await createEndpoint(member, settings());
  const rotated = await Promise.allSettled(Array.from({ length: 8 }, () => rotateSecret(member, endpoint.id)));
  const made = rotated.filter(({ status }) => status === "fulfilled");
  expect(made).toHaveLength(mostSecrets - 1);
  expect(rotated.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "WEBHOOK_LIMIT_REACHED" },
  });
  const secrets = await secretsOf(endpoint.id);
  expect(secrets).toHaveLength(mostSecrets);
  expect(secrets.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
  clock.advance(hours(25));
  await rotateSecret(await manager(member.businessId), endpoint.id);
  expect(await secretsOf(endpoint.id)).toHaveLength(2);
});

test("seeing the secret or the header value is recorded", async () => {
  const member = await makeMember();
  const { endpoint, secret } = await createEndpoint(member, settings());
  expect(await revealSecret(member, endpoint.id)).toEqual({ secret });
  expect(await revealHeaderValue(member, endpoint.id)).toEqual({ value: header.value });
  const entries = await auditOf(member.businessId);
  expect(entries.map(({ action }) => action)).toEqual([
    "webhook.created",
    "webhook.secret_revealed",
    "webhook.header_revealed",
  ]);
  expect(JSON.stringify(entries)).not.toContain(secret);
});
