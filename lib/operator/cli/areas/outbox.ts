import { readScript, scriptOptions, UsageError, verb } from "@/lib/operator/cli/verb";
import { outboxKinds } from "@/lib/operator/work/outbox-kinds";
import { actOnMessages } from "@/lib/operator/work/work";
import { decodePayload } from "@/lib/platform/outbox/kind";
import { type Listed, listMessages, outboxBacklog } from "@/lib/platform/outbox/operate";
import { vietnamTime } from "@/lib/platform/vietnam-time";

const shownRows = 100;

const options = { "--kind <kind>": "of one kind", "--id <id>": "one message" } as const;

export const verbs = [
  verb({
    usage: "list",
    about: "what waits or is dead, with the reason of its last failure",
    isDefault: true,
    options,
    async run({ options }) {
      const messages = await listMessages(options, shownRows);
      const backlog = await outboxBacklog();
      const { due, oldestDueSeconds, dead } = backlog;
      const summary = `${due} are due, the oldest for ${oldestDueSeconds} s; ${dead} are dead`;
      const data = messages.map(({ payload, ...rest }) => ({
        ...rest,
        recipient: recipient(rest.kind, rest.id, payload),
      }));
      return { lines: [...data.map(describeMessage), summary], data: { messages: data, backlog } };
    },
  }),
  verb({
    usage: "retry",
    about: "tries dead messages again, and waiting ones at once; the exit code is 1 if there are none",
    options: { ...options, ...scriptOptions },
    async run({ options: { id, kind, ...who } }) {
      const { operator, reason } = readScript(who);
      const retried = await actOnMessages(operator, "retry", { id, kind }, reason);
      return { lines: [`${retried} are tried again`], data: { retried }, isOk: retried > 0 };
    },
  }),
  verb({
    usage: "drop",
    about: "deletes dead messages of a kind, or a dead or waiting one by its id; the exit code is 1 if there are none",
    options: { ...options, ...scriptOptions },
    async run({ options: { id, kind, ...who } }) {
      if (!kind && !id) throw new UsageError("Say which with --kind or --id.");
      const { operator, reason } = readScript(who);
      const deleted = await actOnMessages(operator, "drop", { id, kind }, reason);
      return { lines: [`${deleted} are deleted`], data: { deleted }, isOk: deleted > 0 };
    },
  }),
];

const describeMessage = ({
  id,
  kind,
  state,
  attempts,
  at,
  recipient,
  reason,
}: Omit<Listed, "payload"> & { recipient: string }): string =>
  [id, kind, state, `${attempts} attempts`, vietnamTime(at), recipient, reason ?? ""].join("  ");

function recipient(name: string, id: string, payload: string): string {
  const kind = outboxKinds.find((known) => known.name === name);
  try {
    return kind ? kind.describe(decodePayload(kind, id, payload)) : "of an unknown kind";
  } catch {
    return "cannot be decrypted";
  }
}
