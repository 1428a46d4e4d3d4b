import {
  dismissUnrecorded,
  listUnrecorded,
  readNotification,
} from "@/lib/money/bank/notifications/settle-notifications";
import { act } from "@/lib/operator/cli/act";
import { verb } from "@/lib/operator/cli/verb";
import { vietnamTime } from "@/lib/platform/vietnam-time";

export const verbs = [
  verb({
    usage: "list",
    about: "verified notifications that could not be recorded",
    isDefault: true,
    async run() {
      const notifications = await listUnrecorded();
      const lines = notifications.map(
        ({ id, provider, receivedAt, reason }) => `${id}  ${provider}  ${vietnamTime(receivedAt)}  ${reason}`,
      );
      return { lines: [...lines, `${notifications.length} notifications could not be recorded`], data: notifications };
    },
  }),
  act({
    usage: "read <notification>",
    about: "prints its content, which is recorded",
    async run({ args: [id], operator, reason }) {
      const content = await readNotification(operator, id, reason);
      return { lines: [escapeControls(content)], data: { content } };
    },
  }),
  act({
    usage: "dismiss <notification>",
    about: "nothing is to be recorded from it",
    async run({ args: [id], operator, reason }) {
      await dismissUnrecorded(operator, id, reason);
      return { lines: [`${id} is dismissed.`], data: { notificationId: id } };
    },
  }),
];

/** Outside text must not move the terminal's cursor. */
const escapeControls = (text: string) =>
  text.replace(/[^\P{C}\n]/gu, (symbol) => `\\u{${symbol.codePointAt(0)?.toString(16)}}`);
