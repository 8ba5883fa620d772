import { contributionsReport } from '#features/savings/contribution-report/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { getContributionsReport } from './get-contributions-report.ts'

export const contributionReportRoutes = [bind(contributionsReport, getContributionsReport)]
