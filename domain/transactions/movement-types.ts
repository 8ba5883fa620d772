/** What officers and members record by hand about one member's money; contributions and journals have their own rules. */
export const movementTypes = ['deposit', 'withdrawal', 'transfer', 'share_purchase', 'share_transfer', 'share_redemption', 'charge'] as const
export type MovementType = (typeof movementTypes)[number]

/** What the call records that takes movements: a journal too. */
export const recordedTypes = [...movementTypes, 'journal'] as const
