/** Where held money came from; `other`: by a journal or an opening balance that moved no cash and no bank account. */
export const heldSources = ['employer', 'bank', 'online', 'other'] as const
export type HeldSource = (typeof heldSources)[number]

export const heldUses = ['allocate', 'refund', 'return'] as const

/** `waiting` for approval; one that was rejected or reversed has left what it took where it was. */
export const heldUseStates = ['waiting', 'posted', 'rejected', 'reversed'] as const
