import * as employers from '#features/payroll/employers/server/actions.ts'
import * as employerReads from '#features/payroll/employers/server/reads.ts'
import * as remittances from '#features/payroll/remittances/server/actions.ts'
import * as remittanceReads from '#features/payroll/remittances/server/reads.ts'
import * as reports from '#features/payroll/reports/server/reads.ts'
import * as returns from '#features/payroll/returns/server/actions.ts'
import * as returnReads from '#features/payroll/returns/server/reads.ts'
import * as schedules from '#features/payroll/schedules/server/actions.ts'
import * as scheduleFiles from '#features/payroll/schedules/server/download-schedule.ts'
import * as scheduleReads from '#features/payroll/schedules/server/reads.ts'
import { routesOf } from '#platform/http/routes-of.ts'

/** Everything that payroll answers. */
export const payrollRoutes = routesOf(
  employers,
  employerReads,
  schedules,
  scheduleReads,
  scheduleFiles,
  returns,
  returnReads,
  remittances,
  remittanceReads,
  reports,
)
