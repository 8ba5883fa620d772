import * as contract from '#contract/books.ts'
import { bind } from '#server/http/bind.ts'
import { getTrialBalance, listReports } from './queries.ts'

export const bookRoutes = [bind(contract.listReports, listReports), bind(contract.getTrialBalance, getTrialBalance)]
