import * as contract from '#features/members/data-protection/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { askForErasure } from './ask-for-erasure.ts'
import { decideErasure, describeErasure } from './decide-erasure.ts'
import { draftMyData } from './draft-my-data.ts'
import { giveConsent } from './give-consent.ts'
import { listConsents, listErasureRequests, listOwnErasureRequests } from './queries.ts'
import { recordErasureLetter } from './record-erasure-letter.ts'

export const dataProtectionRoutes = [
  bind(contract.getMyData, draftMyData),
  bind(contract.listConsents, listConsents),
  bind(contract.giveConsent, giveConsent),
  bind(contract.askForErasure, askForErasure),
  bind(contract.recordErasureLetter, recordErasureLetter),
  bind(contract.listOwnErasureRequests, listOwnErasureRequests),
  bind(contract.listErasureRequests, listErasureRequests),
  bindWaiting(askForChange(contract.decideErasure, describeErasure, decideErasure)),
]
