import type { Replied } from '#core/contract/endpoint.ts'
import type { listAccountTypes } from '#features/society/configuration/account-types.ts'
import type {
  getDividendCap,
  getDividendRules,
  getDividendsPayable,
  getSurplus,
  getSurplusRules,
  listDividends,
  listOwnDividends,
  previewDividend,
} from '#features/surplus/appropriation/contract.ts'

export type Surplus = Replied<typeof getSurplus>
export type SurplusRules = Replied<typeof getSurplusRules>
export type DividendCap = NonNullable<Replied<typeof getDividendCap>['cap']>
export type DividendRules = Replied<typeof getDividendRules>
export type Dividend = Replied<typeof listDividends>
export type DividendLine = Replied<typeof previewDividend>
export type Payable = Replied<typeof getDividendsPayable>
export type OwnDividend = Replied<typeof listOwnDividends>
export type AccountType = Replied<typeof listAccountTypes>
