import { existsSync } from "node:fs";
import { verb } from "@/lib/operator/cli/verb";
import { env } from "@/lib/platform/env";
import { OperatorError } from "@/lib/platform/errors";
import { requireUsableBucket } from "@/lib/platform/objects/check-bucket";
import { objectsDirectory, openDiskStore } from "@/lib/platform/objects/disk";
import { type Moved, moveObjects } from "@/lib/platform/objects/moving";
import { openS3Store } from "@/lib/platform/objects/s3";

const shownFailures = 20;

export const verbs = [
  verb({
    usage: "check",
    about: "says where audio and texts are stored, and tests the bucket of OBJECTS_URL",
    isDefault: true,
    async run() {
      const { OBJECTS_URL: place } = env;
      if (!place) return { lines: [`${objectsDirectory()} on this machine`], data: { directory: objectsDirectory() } };
      await requireBucket();
      return { lines: [`bucket ${place.bucket}: can be written, and forgets what is deleted`], data: place };
    },
  }),
  verb({
    usage: "move",
    about:
      "moves what this machine's disk has into the bucket of OBJECTS_URL, while Vang serves; run it again to go on",
    async run({ terminal }) {
      if (!env.OBJECTS_URL) throw new OperatorError("Set OBJECTS_URL, here and for the running processes, first.");
      await requireBucket();
      const directory = objectsDirectory();
      if (!existsSync(directory)) return describeMoved({ moved: 0, gone: 0, failed: [] });
      const bucket = openS3Store(env.OBJECTS_URL, env.VANG_REGION);
      let shownAt = performance.now();
      const report = ({ moved }: Moved) => {
        if (performance.now() - shownAt < 5000) return;
        shownAt = performance.now();
        terminal.show([`${moved} objects moved`]);
      };
      return describeMoved(await moveObjects(openDiskStore(directory), bucket, report).finally(bucket.close));
    },
  }),
];

const requireBucket = () =>
  requireUsableBucket().catch((error: Error) => {
    throw new OperatorError(error.message);
  });

const describeMoved = (result: Moved) => ({
  lines: [
    ...result.failed.slice(0, shownFailures).map(({ object, reason }) => `${object}: ${reason}`),
    `${result.moved} objects are moved, ${result.gone} were erased meanwhile, ${result.failed.length} are left${
      result.failed.length > 0 ? ": run the command again" : ""
    }`,
  ],
  data: result,
  isOk: result.failed.length === 0,
});
