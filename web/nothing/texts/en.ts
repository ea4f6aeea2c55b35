/** Texts of the page of an unknown address, in English. */

export const nothing = {
  title: 'There is nothing here',
  thisWay: 'The address may be mistyped, or what was here is gone. This way:',
};
