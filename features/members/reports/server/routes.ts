import * as contract from '#features/members/reports/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { getMembersRegisterReport } from './get-members-register-report.ts'
import { getSharesRegisterReport } from './get-shares-register-report.ts'

export const memberReportRoutes = [
  bind(contract.membersRegisterReport, getMembersRegisterReport),
  bind(contract.sharesRegisterReport, getSharesRegisterReport),
]
