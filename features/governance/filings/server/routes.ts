import * as contract from '#features/governance/filings/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { addFiling } from './add-filing.ts'
import { addUsualFilings } from './add-usual-filings.ts'
import { listFilings } from './queries.ts'
import { recordFiling } from './record-filing.ts'
import { removeFiling } from './remove-filing.ts'
import { updateFiling } from './update-filing.ts'

export const filingRoutes = [
  bind(contract.listFilings, listFilings),
  bind(contract.addFiling, addFiling),
  bind(contract.addUsualFilings, addUsualFilings),
  bind(contract.updateFiling, updateFiling),
  bind(contract.removeFiling, removeFiling),
  bind(contract.recordFiling, recordFiling),
]
