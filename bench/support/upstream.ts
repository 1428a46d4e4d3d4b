import { startSpeechServer } from "@/testing/fakes/speech-server";

// The speech engine behind the compared gateways: a process of its own that prints its URL.
const { url } = await startSpeechServer({ remembers: false });
process.stdout.write(`${url}\n`);
