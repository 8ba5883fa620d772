import type { getReminders } from '#features/loans/reminders/contract.ts'
import type { listGoods } from '#features/loans/goods/contract.ts'
import type { listAccountTypes } from '#features/society/configuration/account-types.ts'
import type {
  getConfiguration,
  listConfigurationChanges,
  listLoanConfigurations,
  updateConfiguration,
} from '#features/society/configuration/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { setUpCooperative } from '#features/society/configuration/set-up.ts'

export type Settings = Replied<typeof getConfiguration>
export type SettingsChange = Parsed<typeof updateConfiguration>
export type SetUp = Parsed<typeof setUpCooperative>
export type SetUpDone = Replied<typeof setUpCooperative>
export type AccountType = Replied<typeof listAccountTypes>
export type LoanConfiguration = Replied<typeof listLoanConfigurations>
export type Change = Replied<typeof listConfigurationChanges>

export type Good = Replied<typeof listGoods>

export type Reminders = Replied<typeof getReminders>
