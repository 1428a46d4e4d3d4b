import type { WebSocket } from "ws";

/** A request for a WebSocket, which is answered like any other until it is accepted. */
export interface Upgrade {
  /**
   * Opens the WebSocket, with one of the subprotocols that its client offers, and further headers of the response. Rejects
   * if the client has left.
   */
  accept(protocol?: string, headers?: Record<string, string>): Promise<WebSocket>;
}
