import "server-only";
import { IncomingMessage } from "node:http";
import { isSocketPath } from "@/lib/api/live/paths";

const pathOf = ({ url = "" }: IncomingMessage): string => url.split("?", 1)[0] ?? "";

/** Whether a request asks for a WebSocket where there is one (RFC 6455 section 4.1). It has no body. */
function isForWebSocket(request: IncomingMessage): boolean {
  const { method, headers } = request;
  const hasBody = Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined;
  return method === "GET" && !hasBody && /^websocket$/i.test(headers.upgrade ?? "") && isSocketPath(pathOf(request));
}

/**
 * Node gives every request that names another protocol to the listeners of `upgrade`, once there is one, and reads nothing
 * more of it: neither its body nor what follows. Only those for our WebSockets are upgrades here; all others stay requests.
 */
export class UpgradableRequest extends IncomingMessage {
  // Node's constructor sets `upgrade` before fields of this class would exist.
  declare private namesProtocol: boolean;

  get upgrade(): boolean {
    return this.namesProtocol && isForWebSocket(this);
  }

  set upgrade(namesProtocol: boolean) {
    this.namesProtocol = namesProtocol;
  }
}
