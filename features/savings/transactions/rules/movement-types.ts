/** What officers and members record by hand about one member's money; contributions and journals have their own rules. */
export const movementTypes = [
  'deposit',
  'withdrawal',
  'transfer',
  'share_purchase',
  'share_transfer',
  'share_redemption',
  'charge',
] as const
export type MovementType = (typeof movementTypes)[number]

/** What the society pays to others, and what it receives from others than its members. */
export const expenseTypes = ['expense', 'income'] as const
export type ExpenseType = (typeof expenseTypes)[number]

/** What the call records that takes movements: expenses, other income and journals too. */
export const recordedTypes = [...movementTypes, ...expenseTypes, 'journal'] as const
export type RecordedType = (typeof recordedTypes)[number]
