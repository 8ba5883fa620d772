import { getMoneyDashboard as contract } from '#features/accounting/money-dashboard/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { getMoneyDashboard } from './get-money-dashboard.ts'

export const moneyDashboardRoutes = [bind(contract, getMoneyDashboard)]
