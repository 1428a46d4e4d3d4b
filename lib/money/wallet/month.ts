/** SQL for the month of a timestamp in Vietnam, as `YYYY-MM`. */
export const monthOf = (moment: string) => `to_char(${moment} AT TIME ZONE 'Asia/Ho_Chi_Minh', 'YYYY-MM')`;

/** The same for the day. */
export const dayOf = (moment: string) => `(${moment} AT TIME ZONE 'Asia/Ho_Chi_Minh')::date`;
