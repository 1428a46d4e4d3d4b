import { randomInt, randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { clock } from "@/lib/platform/clock";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { lock } from "@/scripts/lock.mjs";

export const vias = ["sepay", "casso", "payos"] as const;

export type Via = (typeof vias)[number];

/** A transfer at the simulated bank, as all providers see it. */
export type SimulatedTransfer = {
  /** In notifications. As with some providers it exceeds 2^53. */
  id: string;
  /** In the list. */
  uuid: string;
  /** In Vietnam. */
  at: string;
  accountNumber: string;
  direction: "in" | "out";
  amountVnd: number;
  memo: string;
  reference: string;
};

export type NewTransfer = Pick<SimulatedTransfer, "accountNumber" | "amountVnd" | "memo"> &
  Partial<Pick<SimulatedTransfer, "at" | "direction" | "reference">>;

const firstId = 90071992547409931n;

/** The transfers of the simulated bank, in a file that its page, its list and its commands share. */
export function openAccountBook(file: string) {
  const list = (): SimulatedTransfer[] => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []);
  return {
    list,
    async add(added: NewTransfer[]): Promise<SimulatedTransfer[]> {
      const unlock = await lock(`${file}.lock`);
      try {
        const before = list();
        const made = added.map((transfer, index) => complete(transfer, before.length + index));
        writeFileSync(`${file}.new`, JSON.stringify([...before, ...made], null, 1));
        renameSync(`${file}.new`, file);
        return made;
      } finally {
        unlock();
      }
    },
  };
}

export type AccountBook = Pick<ReturnType<typeof openAccountBook>, "list" | "add">;

const complete = (transfer: NewTransfer, count: number): SimulatedTransfer => ({
  id: String(firstId + BigInt(count)),
  uuid: randomUUID(),
  at: vietnamTime(clock.now()),
  direction: "in",
  reference: newReference(),
  ...transfer,
});

export const newReference = (): string =>
  `FT${vietnamTime(clock.now()).replace(/\D/g, "").slice(2, 8)}${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
