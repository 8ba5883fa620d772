import type { Day } from '#core/calendar.ts'
import type { AccountId, LoanConfigurationId, MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { InstalmentUnit } from './due-dates.ts'
import type { InterestMethod } from './loan.ts'
import type { TakenOver } from './taken-over.ts'

/** A loan product, as the sheet names it by its name. */
export type OpeningProduct = {
  loanConfigId: LoanConfigurationId
  name: string
  controlId: AccountId
  controlCode: string
  interestMethod: InterestMethod
  annualRatePpm: number
  repaidEvery: InstalmentUnit
}

/** A running loan as it comes from the old books. */
export type OpeningLoan = TakenOver & {
  memberId: MemberId
  product: OpeningProduct
  annualRatePpm: number
  originalInstalments: number
  beganOn: Day
  /** The principal that is outstanding, with which it goes on. */
  principal: Kobo
  nextDueOn: Day | null
  guarantors: readonly OpeningGuarantor[]
}

/** What of their usual savings a guarantor pledges; 0: their word alone. */
export type OpeningGuarantor = { memberId: MemberId; pledge: Kobo }
