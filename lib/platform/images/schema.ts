const complaints = [
  "pictures.tooLarge",
  "pictures.tooManyPixels",
  "pictures.unsupported",
  "pictures.broken",
  "pictures.tooOften",
];

/** The catalogue id in the URL that a picture's form redirected to; any other value is ignored. */
export const pictureComplaint = (query: unknown): string | undefined => complaints.find((id) => id === query);
