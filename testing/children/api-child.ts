import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createApi } from "@/lib/api/app";

// The public API as a process of its own, on PORT, which it prints on its first line; 0 is a free one.
const server = createServer(getRequestListener(createApi().fetch, { overrideGlobalObjects: false }));
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () =>
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
);
