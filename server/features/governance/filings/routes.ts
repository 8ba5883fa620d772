import * as contract from '#contract/governance/filings.ts'
import { bind } from '#server/http/bind.ts'
import { addFiling, addUsualFilings, recordFiling, removeFiling, updateFiling } from './change-filings.ts'
import { listFilings } from './queries.ts'

export const filingRoutes = [
  bind(contract.listFilings, listFilings),
  bind(contract.addFiling, addFiling),
  bind(contract.addUsualFilings, addUsualFilings),
  bind(contract.updateFiling, updateFiling),
  bind(contract.removeFiling, removeFiling),
  bind(contract.recordFiling, recordFiling),
]
