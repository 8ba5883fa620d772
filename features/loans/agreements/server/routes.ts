import * as contract from '#features/loans/agreements/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { draftAgreement } from './draft-agreement.ts'

export const agreementRoutes = [bind(contract.getLoanAgreement, draftAgreement)]
