import type { StaffRight } from "./roles";
import { requireRight, type StaffMember } from "./staff";

declare const proof: unique symbol;

/** Someone at the installation's terminal, by the email address that they gave. */
export type TerminalOperator = {
  readonly [proof]: "operator";
  readonly email: string;
  readonly via: "terminal";
};

/** Someone who acts for the company that runs Vang. Services take it as their first argument. */
export type Operator = TerminalOperator | StaffMember;

/** Throws FORBIDDEN unless the role has this right; at the terminal everyone may do everything. */
export function requireOperatorRight(operator: Operator, right: StaffRight): void {
  if (operator.via === "desk") requireRight(operator, right);
}
