import { spawnSync } from "node:child_process";
import type { OwnServer } from "./own-server";

type Role = "api" | "console" | "worker";

/** The ids of the processes of a role that a supervisor has started, or of all roles. */
export function rolePids({ process: supervisor }: OwnServer, role: Role | "" = ""): number[] {
  const { stdout } = spawnSync("pgrep", ["-P", String(supervisor.pid), "-f", `role.mjs ${role}`], { encoding: "utf8" });
  return stdout.split("\n").filter(Boolean).map(Number);
}

export function killRole(server: OwnServer, role: Role): void {
  for (const pid of rolePids(server, role)) process.kill(pid, "SIGKILL");
}

/** Ends all processes of a server at the same moment, as a machine that loses its power. */
export function killAll(server: OwnServer): void {
  const roles = rolePids(server);
  server.process.kill("SIGKILL");
  for (const pid of roles) process.kill(pid, "SIGKILL");
}
