import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** `cut` ends every connection and accepts none; `hung` keeps them and forwards nothing. */
type State = "whole" | "cut" | "hung";

/** A TCP proxy to PostgreSQL that a test can cut or hang, and restore. */
export async function openDatabaseLink(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let state: State = "whole";
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (state === "cut") return near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (state === "hung") from.pause();
      from.on("data", (bytes) => to.write(bytes)).on("error", () => undefined);
      from.once("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      if (state === "hung") from.pause();
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    set(next: State) {
      state = next;
      for (const socket of sockets) {
        if (next === "cut") socket.destroy();
        else if (next === "hung") socket.pause();
        else socket.resume();
      }
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(closed));
    },
  };
}
