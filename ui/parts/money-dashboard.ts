import type { Replied } from '#core/contract/endpoint.ts'
import type { getMoneyDashboard } from '#features/accounting/money-dashboard/contract.ts'

export type MoneyDashboard = Replied<typeof getMoneyDashboard>
