import * as contract from '#features/loans/reports/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { getArrearsReport } from './get-arrears-report.ts'
import { getDefaultersReport } from './get-defaulters-report.ts'
import { getLoansReport } from './get-loans-report.ts'
import { getPortfolioAtRiskReport } from './get-portfolio-at-risk-report.ts'
import { getProvisionsReport } from './get-provisions-report.ts'

export const loanReportRoutes = [
  bind(contract.loansReport, getLoansReport),
  bind(contract.arrearsReport, getArrearsReport),
  bind(contract.defaultersReport, getDefaultersReport),
  bind(contract.portfolioAtRiskReport, getPortfolioAtRiskReport),
  bind(contract.provisionsReport, getProvisionsReport),
]
