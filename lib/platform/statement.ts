/**
 * A statement that runs alone or as a part of another. Its parameters are $1, $2, … of `values`. `before`: the queries
 * of its WITH, which change rows and therefore stand at the top of the whole.
 */
export type Statement = { name: string; text: string; values: unknown[]; before?: string };

/** The text of a statement that runs alone. */
export const textOf = ({ text, before }: Statement): string => (before ? `WITH ${before} ${text}` : text);

/**
 * In one round trip: all or none. The last can be any statement; the others change rows, and none of them sees what
 * another changes. All can refer to the first, a query: EXISTS (SELECT FROM condition).
 */
export function together(condition: Statement, ...statements: readonly Statement[]): Statement {
  const values: unknown[] = [];
  const texts = [condition, ...statements].map((statement) => {
    const before = values.length;
    values.push(...statement.values);
    const renumber = (text: string) => text.replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`);
    return { text: renumber(statement.text), before: statement.before && `${renumber(statement.before)}, ` };
  });
  const last = texts.pop()?.text;
  const parts = texts.map(
    ({ text, before = "" }, index) => `${before}${index === 0 ? "condition" : `part_${index}`} AS (${text})`,
  );
  return {
    name: [condition, ...statements].map(({ name }) => name).join("+"),
    text: `WITH ${parts.join(", ")} ${last}`,
    values,
  };
}
