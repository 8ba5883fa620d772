import * as contract from '#features/loans/guarantees/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { acceptGuarantee } from './accept-guarantee.ts'
import { declineGuarantee } from './decline-guarantee.ts'
import { listGuarantees } from './queries.ts'

export const guaranteeRoutes = [
  bind(contract.listGuarantees, listGuarantees),
  bind(contract.acceptGuarantee, acceptGuarantee),
  bind(contract.declineGuarantee, declineGuarantee),
]
