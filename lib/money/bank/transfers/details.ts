import "server-only";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import type { BankReport } from "./report";

/** What names the payer: stored encrypted. */
export type TransferDetails = Pick<BankReport, "memo" | "payer">;

export const transferDetailsContext = (transferId: string) => ({ purpose: "bank transfer", owner: transferId });

export const encryptDetails = (transferId: string, { memo, payer }: TransferDetails): string =>
  encrypt(JSON.stringify({ memo, payer }), transferDetailsContext(transferId));

export const decryptDetails = (transferId: string, encrypted: string): TransferDetails =>
  JSON.parse(decrypt(encrypted, transferDetailsContext(transferId)));
