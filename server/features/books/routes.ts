import * as contract from '#contract/books.ts'
import { bind } from '#server/http/bind.ts'
import { getMemberBalances, getTrialBalance, listReports } from './queries.ts'

export const bookRoutes = [bind(contract.listReports, listReports), bind(contract.getTrialBalance, getTrialBalance), bind(contract.getMemberBalances, getMemberBalances)]
