import { listOpenClaims } from "@/lib/money/bank/transfers/list-unmatched";
import { approveClaim, rejectClaim } from "@/lib/money/claims/decide";
import { writeAsStaff } from "@/lib/money/claims/messages";
import { claimMessageSchema } from "@/lib/money/claims/schema";
import { act, resultOf } from "@/lib/operator/cli/act";
import { readActor, UsageError, verb } from "@/lib/operator/cli/verb";
import { confirmAmountOf, confirmOptions } from "@/lib/operator/confirm-amount";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { describeTransfer } from "./transfers";

export const verbs = [
  verb({
    usage: "list",
    about: "open claims, each with the unmatched transfers of its amount",
    isDefault: true,
    async run() {
      const claims = await listOpenClaims();
      const lines = claims.flatMap(({ id, business, amountVnd, transferredAt, reference, note, candidates }) => [
        `${id}  ${business.slug}  ${amountVnd} VND  ${vietnamTime(transferredAt)}  ${reference}  ${JSON.stringify(note)}`,
        ...(candidates.length > 0 ? candidates.map(describeTransfer) : ["no unmatched transfer of this amount"]).map(
          (line) => `    ${line}`,
        ),
      ]);
      return { lines: [...lines, `${claims.length} claims are open`], data: claims };
    },
  }),
  verb({
    usage: "approve <claim>",
    about: "credits the bank transfer that was claimed",
    options: { "--transfer <id>": "the bank transfer", ...confirmOptions },
    async run(given) {
      const [id] = given.args;
      const { transfer } = given.options;
      if (!transfer) throw new UsageError("Give the bank transfer's id with --transfer.");
      await confirmAmountOf(given, id, "approve");
      const { operator, reason } = await readActor(given);
      return resultOf(await approveClaim(operator, id, transfer, reason), (businessId) => ({
        lines: [`${id} is approved: ${transfer} is credited to ${businessId}.`],
        data: { claimId: id, transferId: transfer, businessId },
      }));
    },
  }),
  verb({
    usage: "answer <claim> <message>",
    about: "writes a message to the claim's business",
    options: { "--as <email>": "your email address" },
    async run(given) {
      const [id, text] = given.args;
      const message = claimMessageSchema.safeParse({ id, text });
      if (!message.success) throw new UsageError("Give a claim's id and a message of at most 1,000 characters.");
      const { operator } = await readActor({ ...given, options: { ...given.options, reason: "message" } });
      await writeAsStaff(operator, id, message.data.text);
      return { lines: [`The message about ${id} is sent.`], data: { claimId: id } };
    },
  }),
  act({
    usage: "reject <claim>",
    about: "rejects a claim; its business reads why",
    async run({ args: [id], operator, reason }) {
      return resultOf(await rejectClaim(operator, id, reason), (businessId) => ({
        lines: [`${id} of ${businessId} is rejected.`],
        data: { claimId: id, businessId },
      }));
    },
  }),
];
