/** Two applies take turns, so that neither compares with what the other is about to change: an advisory lock. */
export const applyTurn = 727_827_002;
