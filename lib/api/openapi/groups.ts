import "server-only";
import { type OperationName, operationsByGroup } from "./operations";

export type OperationGroup = keyof typeof operationsByGroup;

export const operationGroups = Object.keys(operationsByGroup) as OperationGroup[];

export const groupOf = Object.fromEntries(
  operationGroups.flatMap((group) => Object.keys(operationsByGroup[group]).map((name) => [name, group])),
) as Record<OperationName, OperationGroup>;

export const isOperationGroup = (text: string): text is OperationGroup =>
  (operationGroups as readonly string[]).includes(text);
