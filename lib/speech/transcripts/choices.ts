/** What is done with the words of a recognizer, in the order of the work. Apart from the schema, which browsers do not need. */
export const formattings = ["numerals", "punctuate", "casing", "paragraphs"] as const;

export type Formatting = (typeof formattings)[number];
