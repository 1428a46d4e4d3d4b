/** What went wrong with a model, as a sentence for the person who runs the command. */
export class ModelProblem extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ModelProblem";
  }
}

/** What no other address can mend. */
export class DiskProblem extends ModelProblem {}
