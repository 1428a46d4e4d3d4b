// @module-tag promise
import { beforeAll, expect, test } from "vitest";
import { actions, proofs } from "@/testing/corpora/access-table";
import { dangerous, forms } from "@/testing/corpora/action-forms";
import { callAs, digestWorld, findAction, setFresh } from "@/testing/harness/access-actions";
import { isMember } from "@/testing/harness/access-subjects";
import { makeWorld, type World } from "@/testing/harness/access-world";
import { sharedConsole } from "@/testing/harness/shared-console";

let world: World;
beforeAll(async () => {
  const { url } = await sharedConsole();
  world = await makeWorld(url, { pictures: false });
}, 180_000);

test("every action for people who are signed in says whether it needs a recent proof of identity", () => {
  const signedIn = Object.entries(actions).filter(([, access]) => access === "viewer" || isMember(access));
  expect(Object.keys(proofs).sort()).toEqual(signedIn.map(([name]) => name).sort());
});

test.each(Object.keys(proofs).filter((name) => proofs[name] === "recent"))(
  "%s is rejected without a recent proof of identity, and changes nothing",
  async (name) => {
    await setFresh(world, new Date(0));
    const before = await digestWorld(world);
    const form = (forms[name] ?? dangerous[name])?.(world.own.values) ?? {};
    const { state } = await callAs(world, "owner", findAction(name), {
      ...form,
      business: world.own.values.business ?? "",
    });
    expect(state, name).toMatchObject({ status: "refused", stepUp: ["password"] });
    expect(await digestWorld(world), name).toEqual(before);
  },
);
