import { createSocket } from "node:dgram";
import { once } from "node:events";
import ipaddr from "ipaddr.js";

/** The addresses of a name, IPv4 and IPv6; none for a name that does not exist. */
export type Answers = (name: string) => readonly string[];

const typeA = 1;
const typeAaaa = 28;

/** A DNS server on loopback that answers from a function. Counts its queries by name. */
export async function startDnsServer(answersOf: Answers) {
  const queries: string[] = [];
  let current = answersOf;
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const { name, type, end } = readQuestion(query);
    queries.push(name);
    const kind = type === typeA ? "ipv4" : type === typeAaaa ? "ipv6" : "";
    const records = current(name)
      .map((address) => ipaddr.parse(address))
      .filter((address) => address.kind() === kind)
      .map((address) => recordOf(type, Buffer.from(address.toByteArray())));
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    server: `127.0.0.1:${socket.address().port}`,
    queries,
    answer: (next: Answers) => {
      current = next;
    },
    close: () => void socket.close(),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** A record about the name of the question, valid for no time. */
function recordOf(type: number, data: Buffer): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}
