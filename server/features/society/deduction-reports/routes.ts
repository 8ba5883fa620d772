import * as contract from '#contract/society/deduction-reports.ts'
import { bind } from '#server/http/bind.ts'
import { getDeductionScheduleReport } from './get-deduction-schedule-report.ts'
import { getDeductionVarianceReport } from './get-deduction-variance-report.ts'

export const deductionReportRoutes = [
  bind(contract.deductionScheduleReport, getDeductionScheduleReport),
  bind(contract.deductionVarianceReport, getDeductionVarianceReport),
]
