import { receiveNotification } from "@/lib/money/bank/notifications/receive-notification";
import { settleNotifications } from "@/lib/money/bank/notifications/settle-notifications";
import type { Notification } from "@/testing/simulated-bank/sign-notification";

// A process for a test to kill: receives a notification, says so on a line, and credits it.
const { headers, body }: Notification = JSON.parse(process.argv[2] ?? "");
const received = { headers: new Headers(headers), body: Buffer.from(body), address: null };
const isVerified = await receiveNotification("sepay", received);
process.stdout.write(`${isVerified}\n`);
await settleNotifications();
process.exit(0);
