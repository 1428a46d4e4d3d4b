const complaints = [
  "pictures.tooLarge",
  "pictures.tooManyPixels",
  "pictures.unsupported",
  "pictures.broken",
  "pictures.tooOften",
];

/** The catalogue id a picture's form brought back in the address; any other word there is no complaint of ours. */
export const pictureComplaint = (query: unknown): string | undefined => complaints.find((id) => id === query);
