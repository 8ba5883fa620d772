import type { Replied } from '#contract/endpoint.ts'
import type { getMoneyDashboard } from '#contract/society/money-dashboard.ts'

export type MoneyDashboard = Replied<typeof getMoneyDashboard>
