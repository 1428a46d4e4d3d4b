import { readActor, UsageError, verb } from "@/lib/operator/cli/verb";
import { dataRequestAnswerSchema } from "@/lib/people/data-requests/schema";
import { answerDataRequest, listOpenDataRequests } from "@/lib/people/data-requests/service";
import { vietnamTime } from "@/lib/platform/vietnam-time";

export const verbs = [
  verb({
    usage: "list",
    about: "open requests, the first due first",
    isDefault: true,
    async run() {
      const requests = await listOpenDataRequests();
      const lines = requests.map(
        ({ id, kind, user, answeredAt, answerDueAt, doneDueAt, text }) =>
          `${id}  ${kind}  ${user.email}  due ${vietnamTime(answeredAt ? doneDueAt : answerDueAt)}  ${JSON.stringify(text)}`,
      );
      return { lines: [...lines, `${requests.length} requests are open`], data: requests };
    },
  }),
  verb({
    usage: "answer <request> <message>",
    about: "emails an answer to the person",
    options: { "--close": "what was asked for is done or rejected", "--as <email>": "your email address" },
    async run(given) {
      const [id, text] = given.args;
      const end = given.options.close ? "closed" : "open";
      const answer = dataRequestAnswerSchema.safeParse({ id, text, end });
      if (!answer.success) throw new UsageError("Give a request's id and an answer of at most 2,000 characters.");
      const { operator } = await readActor({ ...given, options: { ...given.options, reason: "answer" } });
      await answerDataRequest(operator, answer.data);
      return { lines: [`${id} is answered${given.options.close ? " and closed" : ""}.`], data: { requestId: id } };
    },
  }),
];
