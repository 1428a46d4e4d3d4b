import { exportSignIns } from "@/lib/activity/export";
import { activityFilterSchema } from "@/lib/activity/schema";
import { findViewer } from "@/lib/auth/session";
import { clock } from "@/lib/clock";

/** The viewer's own attempts as a file, narrowed as the page they come from. */
export async function GET(request: Request) {
  const viewer = await findViewer();
  if (!viewer) return new Response(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const pieces = exportSignIns(viewer, activityFilterSchema.parse(Object.fromEntries(searchParams)));
  const day = clock.now().toISOString().slice(0, 10);
  return new Response(streamOf(pieces), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="vang-sign-ins-${day}.csv"`,
      "cache-control": "no-store",
    },
  });
}

const utf8 = new TextEncoder();

// Pulled by the reader: a slow one holds nothing but its own connection.
const streamOf = (pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(stream) {
      const { value, done } = await pieces.next();
      if (done) stream.close();
      else stream.enqueue(utf8.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
