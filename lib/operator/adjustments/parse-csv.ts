/** The cells of a CSV file (RFC 4180), with commas or semicolons between them; empty lines are left out. */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const separator = /^[^\n,]*;/.test(source) ? ";" : ",";
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], "", false];
  const endRow = () => {
    row.push(cell);
    if (row.some((one) => one.trim())) rows.push(row);
    [row, cell] = [[], ""];
  };
  for (let index = 0; index < source.length; index++) {
    const symbol = source[index] as string;
    if (isQuoted) {
      if (symbol !== '"') cell += symbol;
      else if (source[index + 1] === '"') {
        cell += '"';
        index++;
      } else isQuoted = false;
    } else if (symbol === '"' && cell === "") isQuoted = true;
    else if (symbol === separator) {
      row.push(cell);
      cell = "";
    } else if (symbol === "\n") endRow();
    else cell += symbol;
  }
  endRow();
  return rows;
}
