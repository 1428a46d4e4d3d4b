import type { BankAlarm } from "@/lib/money/bank/notifications/schema";
import { findBankAlarms } from "@/lib/money/bank/notifications/watch-bank";

/** The names of the alarms about bank transfers that are raised, closed or not. */
export const raisedBankAlarms = async (): Promise<BankAlarm[]> =>
  (Object.entries(await findBankAlarms()) as [BankAlarm, string[]][])
    .filter(([, things]) => things.length > 0)
    .map(([alarm]) => alarm);
