/** Names the invalid places of the engine file. Never repeats a value, because some are keys. */
export class EngineFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EngineFileError";
  }
}
