import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/scripts/database.mjs";

/**
 * A typical configuration, except that all clients share one connection to our server, which exposes request smuggling.
 */
const haproxy = (port: number, upstream: number) => `
global
  nbthread 1
defaults
  mode http
  http-reuse always
  timeout connect 5s
  timeout client 10s
  timeout server 10s
frontend callers
  bind 127.0.0.1:${port}
  default_backend vang
backend vang
  server one 127.0.0.1:${upstream} pool-max-conn 1
`;

/** The nginx configuration around a `server`, all within the test's own directory. */
export const nginxAround = (inside: string) => `
daemon off;
master_process off;
pid nginx.pid;
error_log stderr crit;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  ${inside}
}
`;

const nginx = (port: number, upstream: number) =>
  nginxAround(`
  upstream vang { server 127.0.0.1:${upstream}; keepalive 1; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://vang;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_request_buffering off;
    }
  }
`);

const options = {
  haproxy: (file: string) => ["-db", "-f", file],
  nginx: (file: string, home: string) => ["-p", home, "-c", file],
  caddy: (file: string) => ["run", "--adapter", "caddyfile", "--config", file],
};

export type ProxyName = keyof typeof options;

export const hasProxy = (name: ProxyName): boolean =>
  spawnSync(name, [name === "caddy" ? "version" : "-v"], { stdio: "ignore" }).status === 0;

/** A configuration as a page prints it, with each of these texts, which it must have once, replaced. */
export function printed(page: string, language: string, places: (readonly [string, string])[]): string {
  const [, text = ""] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(readFileSync(page, "utf8")) ?? [];
  return places.reduce((config, [from, to]) => {
    if (config.split(from).length !== 2) throw new Error(`${page}, ${language}: not once: ${from}`);
    return config.replace(from, to);
  }, text);
}

/** Runs this proxy in front of a local port until closed. */
export const startProxy = (name: "haproxy" | "nginx", upstream: number) =>
  startProxyAs(name, (port) => ({ haproxy, nginx })[name](port, upstream));

/** Runs this proxy with this configuration until closed. */
export async function startProxyAs(name: ProxyName, describe: (port: number) => string) {
  const home = mkdtempSync(join(tmpdir(), `vang-${name}-`));
  const file = join(home, "proxy.conf");
  const port = await freePort();
  writeFileSync(file, describe(port));
  const child = spawn(name, options[name](file, home), { stdio: ["ignore", "ignore", "inherit"] });
  // Also when a test ends before it closes its proxy.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  while (child.exitCode === null && !(await listens(port))) await sleep(20);
  return {
    port,
    async close() {
      const ended = once(child, "exit");
      process.off("exit", kill);
      kill();
      await ended;
      rmSync(home, { recursive: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      answer(true);
    });
    socket.once("error", () => answer(false));
  });
}
