import * as contract from '#contract/lending/loan-minutes.ts'
import { bind } from '#server/http/bind.ts'
import { listMeetingLoans } from './queries.ts'

export const loanMinuteRoutes = [bind(contract.listMeetingLoans, listMeetingLoans)]
