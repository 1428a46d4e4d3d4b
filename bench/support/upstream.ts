import { startSpeechServer } from "@/testing/fakes/speech-server";

// The speech engine behind the gateways that are compared: a process of its own, which says where it is.
const { url } = await startSpeechServer({ remembers: false });
process.stdout.write(`${url}\n`);
