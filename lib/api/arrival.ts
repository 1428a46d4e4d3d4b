import "server-only";
import type { IncomingMessage, RequestListener } from "node:http";
import { Refusal } from "@/lib/errors";
import { watchPace } from "./pace";
import { refuseUnseen } from "./shed";

const tooSlow = new Refusal("CLIENT_CLOSED", { message: "api.tooSlow" });

/**
 * Hands on a request once its body is here, or the first 16 kB of a longer one, and refuses what comes too slowly with
 * CLIENT_CLOSED. Before that nothing is parsed, looked up or counted, so that whoever sends slowly costs little more than
 * an idle connection.
 */
export function onceCome(begin: RequestListener): RequestListener {
  return async (request, response) => {
    // What came together with its head is there after this.
    await null;
    const came = isHere(request) || (await wait(request));
    if (came === "too slowly") return refuseUnseen(request, response.setHeader("connection", "close"), tooSlow);
    if (came) return begin(request, response);
  };
}

// Beyond its high water mark, Node reads on only for whoever takes what is there.
const isHere = (request: IncomingMessage): boolean =>
  request.complete || request.readableLength >= request.readableHighWaterMark;

/** False for whoever hung up meanwhile. */
function wait(request: IncomingMessage): Promise<boolean | "too slowly"> {
  return new Promise((resolve) => {
    let length = request.readableLength;
    const look = () => {
      pace.count({ length: request.readableLength - length });
      length = request.readableLength;
      if (isHere(request)) leave(true);
    };
    const hungUp = () => leave(false);
    const leave = (came: boolean | "too slowly") => {
      pace.stop();
      request.off("readable", look).off("close", hungUp);
      // The stream forgets its listener in the next tick: whoever reads it then finds it as it was.
      process.nextTick(resolve, came);
    };
    const pace = watchPace(() => leave("too slowly"));
    request.on("readable", look).on("close", hungUp);
  });
}
