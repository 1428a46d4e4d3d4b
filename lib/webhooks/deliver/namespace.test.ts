// @module-tag promise
// @module-tag slow
import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isGlobal } from "@/lib/platform/net/guarded-connect";
import { buildChild } from "@/scripts/bundle.mjs";
import { publicAddresses } from "@/testing/corpora/refused-addresses";
import { needs } from "@/testing/harness/needs";

const hasNamespaces = spawnSync("unshare", ["-rn", "ip", "link"]).status === 0;

test.runIf(hasNamespaces)(
  "where every address is reachable, none that is not public gets a connection, also while answers of the DNS change",
  needs("unshare and ip"),
  async () => {
    const program = ".build/guard-child.mjs";
    await buildChild("guard-child");
    const output = execFileSync("unshare", ["-rn", process.execPath, program], { encoding: "utf8", timeout: 50_000 });
    const { tried, rejected, reachedFirst, reached } = JSON.parse(output);
    expect(tried).toBeGreaterThan(900);
    expect(Object.keys(rejected).filter((code) => !["address_refused", "dns", "dns_not_found"].includes(code))).toEqual(
      [],
    );
    expect(reachedFirst).toEqual([]);
    expect(reached.filter((address: string) => !isGlobal(address))).toEqual([]);
    // It would have been noticed.
    expect(reached.length).toBeGreaterThan(publicAddresses.length / 2);
  },
);
