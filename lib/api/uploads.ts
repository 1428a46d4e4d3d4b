import "server-only";
import { join } from "node:path";
import { clock, minutes } from "@/lib/clock";
import { env } from "@/lib/env";
import { removeOldFiles } from "@/lib/old-files";

/** Where this machine keeps what it is sent until its call has it. */
export const uploadsDirectory = () => join(env.VANG_DATA, "uploads");

/** Removes what processes of this machine that were killed had taken half an hour ago: voices outlive no hour. */
export const sweepUploads = () => removeOldFiles(uploadsDirectory(), new Date(clock.now().getTime() - minutes(30)));
