import { connect, createServer } from "node:net";

// `from=to …`: joins each connection to `from` with one to `to`, each a socket's path or host:port. Sockets reach from one
// network namespace into another. Ends when its input ends.
const addressOf = (text) => {
  const [, host, port] = /^([\d.]+):(\d+)$/.exec(text) ?? [];
  return host ? { host, port: Number(port) } : { path: text };
};

const listening = process.argv.slice(2).map((pair) => {
  const [from, to] = pair.split("=").map(addressOf);
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 }, (near) => {
    const far = connect({ ...to, noDelay: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
      one.pipe(other);
    }
  });
  return new Promise((listens) => server.listen(from, listens));
});
await Promise.all(listening);
process.stdout.write("ready\n");
process.stdin.resume().on("end", () => process.exit());
