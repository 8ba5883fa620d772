import type { Parsed } from '#core/contract/endpoint.ts'
import type { makeApiKey as contract } from '#features/access/api-keys/contract.ts'
import { liveKeysMax, scopeLabels, usualKeyDays } from '#features/access/api-keys/rules/api-key.ts'
import { keyScopes } from '#core/key-scope.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import type { ApiKeyId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newApiKey } from '#platform/credentials/api-keys.ts'
import { tokenHash } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-officers.ts'
import { countLiveKeys, findApiKey, type ShownKey } from './queries.ts'
import { insertApiKey } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Refuses: keys_too_many. */
export async function makeApiKey(
  tx: Tx,
  actor: TenantActor,
  { name, scopes: asked, days = usualKeyDays }: Parsed<typeof contract>,
  { now }: Context,
): Promise<ShownKey & { key: string }> {
  const count = await countLiveKeys(tx)
  if (count >= liveKeysMax) refuse('keys_too_many', { count })
  const id = newId<ApiKeyId>()
  const key = newApiKey()
  const scopes = keyScopes.filter((scope) => asked.includes(scope))
  await insertApiKey(tx, actor, { id, name, scopes, hash: tokenHash(key), days })
  const made = await findApiKey(tx, id, now)
  const mayDo = scopes.map((scope) => scopeLabels[scope].toLowerCase()).join(', ')
  notifyOfficers(tx, actor.cooperativeId, {
    message: fill(strings.madeTheApiKeyUntil, {
      officer: actor.name,
      name,
      expiresAt: dayText(dayIn(made.expiresAt)),
      mayDo,
    }),
    link: '/coop/settings?tab=integrations',
  })
  return { ...made, key }
}
