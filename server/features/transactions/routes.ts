import * as contract from '#contract/transactions.ts'
import { bind } from '#server/http/bind.ts'
import { listTransactions } from './queries.ts'

export const transactionRoutes = [bind(contract.listTransactions, listTransactions)]
