import * as contract from '#features/loans/minutes/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { listMeetingLoans } from './queries.ts'

export const loanMinuteRoutes = [bind(contract.listMeetingLoans, listMeetingLoans)]
