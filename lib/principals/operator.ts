declare const proof: unique symbol;

/** Someone who acts for the company that runs Vang. Made where they were asked who they are; services take it first. */
export type Operator = {
  readonly [proof]: "operator";
  readonly email: string;
  /** How they are connected. */
  readonly via: "terminal";
};
