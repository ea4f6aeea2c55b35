/** The mail service has no actions: letters reach it as jobs, which are added in the transaction that causes them. */
export const mail = {};
