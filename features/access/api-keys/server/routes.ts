import * as contract from '#features/access/api-keys/contract.ts'
import { bind, bindShortList } from '#platform/http/bind.ts'
import { makeApiKey } from './make-api-key.ts'
import { listApiKeys } from './queries.ts'
import { revokeApiKey } from './revoke-api-key.ts'

export const apiKeyRoutes = [
  bindShortList(contract.listApiKeys, listApiKeys, ['name']),
  bind(contract.makeApiKey, makeApiKey),
  bind(contract.revokeApiKey, revokeApiKey),
]
