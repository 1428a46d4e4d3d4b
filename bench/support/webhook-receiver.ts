import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// A partner's server in a process of its own, which says its port.
const server = createServer((request, response) => {
  request.resume().on("end", () => response.end());
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
