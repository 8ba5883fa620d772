import { contributionsReport } from '#features/savings/contribution-report/contract.ts'
import { bind } from '#server/http/bind.ts'
import { getContributionsReport } from './get-contributions-report.ts'

export const contributionReportRoutes = [bind(contributionsReport, getContributionsReport)]
