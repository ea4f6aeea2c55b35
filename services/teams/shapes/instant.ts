/** A time as the wire spells it: UTC with milliseconds. */
export const instant = (time: Date | string) => new Date(time).toISOString();
