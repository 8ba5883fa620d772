import { tokenMonths } from '#features/governance/enquiries/rules/token.ts'
import type { CooperativeId } from '#core/ids.ts'
import type { Context } from '#platform/context.ts'
import { enquiryKeyName, newBlindKey, sealBlindKey } from '#platform/credentials/blind-key.ts'
import { findTokenKeys, type TokenKey } from './queries.ts'
import { insertTokenKey } from './store.ts'

/** The key of this month, made by the first who needs it. */
export async function openTokenKey(
  { database, secret, now }: Context,
  cooperativeId: CooperativeId,
): Promise<TokenKey & { sealed: Buffer }> {
  const scope = { cooperativeId, role: 'job' as const }
  const [month, previous] = tokenMonths(now)
  const ofMonth = (keys: TokenKey[]) => {
    const key = keys.find((each) => each.month === month)
    return key?.sealed ? { ...key, sealed: key.sealed } : undefined
  }
  const found = ofMonth(await database.tenant(scope, (tx) => findTokenKeys(tx, previous), { readOnly: true }))
  if (found) return found
  // Making a key pair takes a moment, in which no transaction is to wait.
  const { publicKey, privateKey } = await newBlindKey()
  const sealed = sealBlindKey(secret, enquiryKeyName(cooperativeId, month), privateKey)
  const made = await database.tenant(scope, async (tx) => {
    await insertTokenKey(tx, cooperativeId, { month, previous, publicKey, sealed })
    // Another's, where two came first.
    return ofMonth(await findTokenKeys(tx, previous))
  })
  if (!made) throw new Error('The key of the month is gone')
  return made
}
