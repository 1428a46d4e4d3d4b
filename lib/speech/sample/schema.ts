/** Of a visitor's text on the front page. */
export const maxSampleCharacters = 200;

/** Of a visitor's recording there. */
export const maxSampleSeconds = 15;
