import * as contract from '#features/loans/minutes/contract.ts'
import { bind } from '#server/http/bind.ts'
import { listMeetingLoans } from './queries.ts'

export const loanMinuteRoutes = [bind(contract.listMeetingLoans, listMeetingLoans)]
