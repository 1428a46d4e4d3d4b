/** A response whose job goes on while it is sent. */
export class StreamedAnswer {
  constructor(
    readonly response: Response,
    /** Resolves when the job ends; never rejects. */
    readonly ended: Promise<void>,
  ) {}
}

/** Resolves when what an operation answered needs its place no longer. */
export const whenEnded = (answered: unknown): Promise<void> | undefined =>
  answered instanceof StreamedAnswer ? answered.ended : undefined;
