import { dayIn, dayText } from '#core/calendar.ts'
import type { ApiKeyId } from '#core/ids.ts'
import { keyScopes } from '#core/key-scope.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import * as contract from '#features/access/api-keys/contract.ts'
import { liveKeysMax, scopeLabels, usualKeyDays } from '#features/access/api-keys/rules/api-key.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { action } from '#platform/action.ts'
import { newApiKey } from '#platform/credentials/api-keys.ts'
import { tokenHash } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import { insert, transactionTime, update } from '#platform/db/write.ts'
import { countLiveKeys, daysFromNow, findApiKey } from './reads.ts'

const tooMany = refusal('keys_too_many', 409, 'There are {count} live API keys already. Revoke one first.')

/** Refuses: keys_too_many. */
export const makeApiKey = action(
  contract.makeApiKey,
  async ({ tx, actor, now }, { name, scopes: asked, days = usualKeyDays }) => {
    const count = await countLiveKeys(tx)
    if (count >= liveKeysMax) refuse(tooMany({ count }))
    const apiKeyId = newId<ApiKeyId>()
    const key = newApiKey()
    const scopes = keyScopes.filter((scope) => asked.includes(scope))
    await insert(tx, 'app.api_key', {
      ...{
        apiKeyId,
        name,
        scopes,
        keyHash: tokenHash(key),
        madeBy: actor.loginId,
        madeByMember: actor.memberId ?? null,
      },
      expiresAt: daysFromNow(days),
    })
    const made = await findApiKey(tx, apiKeyId, now)
    notifyOfficers(tx, actor.cooperativeId, {
      message: t('{officer} made the API key “{name}”. Until {expiresAt} it may {mayDo}.', {
        ...{ officer: actor.name, name, expiresAt: dayText(dayIn(made.expiresAt)) },
        mayDo: scopes.map((scope) => scopeLabels[scope].toLowerCase()).join(', '),
      }),
      link: '/coop/settings?tab=integrations',
    })
    return { ...made, key }
  },
)

/** One that was revoked before stays as it is. Refuses: not_found. */
export const revokeApiKey = action(contract.revokeApiKey, async ({ tx, now }, { keyId }) => {
  await update(tx, 'app.api_key', { apiKeyId: keyId, revokedAt: null }, { revokedAt: transactionTime })
  return findApiKey(tx, keyId, now)
})
