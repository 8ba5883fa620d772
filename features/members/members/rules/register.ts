/** What the register can show of a member, in the order in which it is there. */
export const registerColumns = [
  'membershipno',
  'name',
  'phone',
  'email',
  'gender',
  'joined',
  'employer',
  'monthly',
  'savings',
  'shares',
  'loans',
  'status',
] as const
export type RegisterColumn = (typeof registerColumns)[number]

/** How each column is called on the screen and in files. */
export const registerColumnNames: Record<RegisterColumn, string> = {
  membershipno: 'Number',
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  gender: 'Gender',
  joined: 'Joined',
  employer: 'Employer',
  monthly: 'Monthly',
  savings: 'Savings',
  shares: 'Shares',
  loans: 'Loans',
  status: 'Status',
}

/** How many views one person may save. */
export const viewsMax = 20

/** The most slips that are printed at once: some 60 sheets of paper. */
export const slipsMax = 500

/** Why two records may be one person; the first that holds is named. */
export const likenesses = ['phone', 'name', 'birth'] as const
export type Likeness = (typeof likenesses)[number]
