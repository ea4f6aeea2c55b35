/** Nobody calls the mail service: letters reach it as jobs, added in the transaction that causes them. */
export const mail = {};
