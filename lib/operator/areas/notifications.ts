import { dismissUnrecorded, listUnrecorded, readNotification } from "@/lib/billing/bank-notifications/unrecorded";
import { vietnamTime } from "@/lib/vietnam-time";
import { actorOptions, readActor, verb } from "../verb";

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
  verb({
    usage: "read <notification>",
    about: "prints its content, which is recorded",
    options: actorOptions,
    async run(given) {
      const { operator, reason } = await readActor(given);
      const content = await readNotification(operator, given.args[0], reason);
      return { lines: [escapeControls(content)], data: { content } };
    },
  }),
  verb({
    usage: "dismiss <notification>",
    about: "nothing is to be recorded from it",
    options: actorOptions,
    async run(given) {
      const [id] = given.args;
      const { operator, reason } = await readActor(given);
      await dismissUnrecorded(operator, id, reason);
      return { lines: [`${id} is dismissed.`], data: { notificationId: id } };
    },
  }),
];

/** Outside text must not move the terminal's cursor. */
const escapeControls = (text: string) =>
  text.replace(/[^\P{C}\n]/gu, (symbol) => `\\u{${symbol.codePointAt(0)?.toString(16)}}`);
