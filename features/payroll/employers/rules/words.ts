/** What is deducted from a salary for, in the order in which part payments are used where a society has set no other. */
export const components = ['loans', 'levy', 'savings', 'shares'] as const

export type Component = (typeof components)[number]

/** What a column of an employer's list may hold. */
export const layoutFields = [
  'staffNumber',
  'membershipno',
  'name',
  'savings',
  'shares',
  'levy',
  'loans',
  'total',
  'period',
  'remarks',
] as const

export type LayoutField = (typeof layoutFields)[number]

/** How long an employer has kept what it deducted, in days. */
export const ageBuckets = ['days0to30', 'days31to60', 'days61to90', 'daysOver90'] as const

export type AgeBucket = (typeof ageBuckets)[number]

/** What a column of a list or a return is. */
export const fieldLabels: Record<LayoutField, string> = {
  staffNumber: 'Staff number',
  membershipno: 'Membership number',
  name: 'Name',
  savings: 'Savings',
  shares: 'Shares',
  levy: 'Levy',
  loans: 'Loan instalment',
  total: 'Total',
  period: 'Month',
  remarks: 'Remarks',
}
