/** The text of a table; the first row names its columns. */
declare module "*.tsv" {
  const text: string;
  export default text;
}
