import { getMoneyDashboard as contract } from '#contract/society/money-dashboard.ts'
import { bind } from '#server/http/bind.ts'
import { getMoneyDashboard } from './get-money-dashboard.ts'

export const moneyDashboardRoutes = [bind(contract, getMoneyDashboard)]
