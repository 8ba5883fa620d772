import type { getReminders } from '#contract/lending/reminders.ts'
import type { listGoods } from '#contract/lending/goods.ts'
import type { listAccountTypes } from '#contract/society/account-types.ts'
import type {
  getConfiguration,
  listConfigurationChanges,
  listLoanConfigurations,
  updateConfiguration,
} from '#contract/society/configuration.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { setUpCooperative } from '#contract/society/set-up.ts'

export type Settings = Replied<typeof getConfiguration>
export type SettingsChange = Parsed<typeof updateConfiguration>
export type SetUp = Parsed<typeof setUpCooperative>
export type SetUpDone = Replied<typeof setUpCooperative>
export type AccountType = Replied<typeof listAccountTypes>
export type LoanConfiguration = Replied<typeof listLoanConfigurations>
export type Change = Replied<typeof listConfigurationChanges>

export type Good = Replied<typeof listGoods>

export type Reminders = Replied<typeof getReminders>
