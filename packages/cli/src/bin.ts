import { run } from "./main";

// A reader that has enough, such as `head`, closes the pipe: that ends the program without a word.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });

const code = await run(process.argv.slice(2));
// Open connections and recorders would keep the program running.
process.stdout.write("", () => process.exit(code));
