/** The number of a job's last step, which finishes it. */
export const lastNumber = 1_000_000;

/** A step that this process has leased. Owner and attempt identify the lease. */
export type Step = {
  jobId: string;
  number: number;
  kind: "prepare" | "chunk" | "finish";
  fromMs: number | null;
  toMs: number | null;
  inputObject: string | null;
  attempts: number;
  owner: string;
};

/** The lease of a step: the values of `doneStatement`. */
export const leaseOf = ({ jobId, number, owner, attempts }: Step) => [jobId, number, owner, attempts];

/** SQL: the attempt that has the lease, `$1` to `$4`, has done its step. `also` sets further columns. Returns a row if so. */
export const doneStatement = (also = "") => `
  UPDATE long_job_steps SET is_done = true, leased_until = NULL, last_error = NULL${also}
  WHERE job_id = $1 AND number = $2 AND lease_owner = $3 AND attempts = $4 AND NOT is_done RETURNING 1 AS one`;
