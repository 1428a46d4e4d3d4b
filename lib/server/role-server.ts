import "server-only";
import type { Server } from "node:http";
import type { ProcessState } from "@/lib/api/routes/health";
import { reportConfinement } from "@/lib/engines/audio/decoding/ffmpeg";
import { hasFfmpegEncoders } from "@/lib/engines/ffmpeg-encoders";
import { env } from "@/lib/platform/env";
import { ConsoleLink } from "./console-link";
import { forwardTo } from "./forward";
import { openApi, openConsole } from "./handlers";
import { openPrivateServer, openPublicServer } from "./listen";
import { serveSockets } from "./live-edge";
import { plays } from "./roles";
import { onlyHealth, routeRequests } from "./route-requests";

/** What this process knows of its own end and, from the supervisor, of the console. */
export class State implements ProcessState {
  isEnding = false;
  /** Whether each response is the last one of its connection. */
  isClosing = false;
  readonly console = new ConsoleLink();

  /** From now on `/health` says that this process ends, so that a balancer looks elsewhere. */
  announceEnd(): void {
    this.isEnding = true;
    this.isClosing = true;
  }
}

/** The server of this process's role: the public port's, or the console's private one; a supervised worker has none. */
export async function openRoleServer(state: State, isSupervised: boolean): Promise<Server | undefined> {
  if (isSupervised && env.VANG_ROLE === "worker") return undefined;
  if (isSupervised && env.VANG_ROLE === "console") return openPrivateServer(await openConsole(), state);
  if (plays("api")) {
    reportConfinement();
    // Looked for now, so that no request waits for it.
    hasFfmpegEncoders();
  }
  const { app, listener: api } = openApi(state);
  const ownConsole = () => (plays("console") ? openConsole() : undefined);
  const console = isSupervised ? forwardTo(state.console) : await ownConsole();
  const server = openPublicServer(routeRequests({ api: plays("api") ? api : onlyHealth(api), console, state }));
  if (plays("api")) serveSockets(server, app, state);
  return server;
}
