import type { Day } from '#core/calendar.ts'
import { tokenMonths, tokenText } from '#features/governance/enquiries/rules/token.ts'
import type { CooperativeId } from '#core/ids.ts'
import type { Context } from '#platform/context.ts'
import { isSigned } from '#platform/credentials/blind-key.ts'
import { findTokenKeys } from './queries.ts'

/** The month whose key signed this token; undefined where none did that is still good. */
export async function monthOfToken(
  { database, now }: Context,
  cooperativeId: CooperativeId,
  { serial, signature }: { serial: Buffer; signature: Buffer },
): Promise<Day | undefined> {
  const keys = await database.tenant({ cooperativeId, role: 'job' }, (tx) => findTokenKeys(tx, tokenMonths(now)[1]), {
    readOnly: true,
  })
  const message = Buffer.concat([serial, Buffer.from(tokenText(cooperativeId))])
  for (const { month, publicKey } of keys) if (await isSigned(publicKey, message, signature)) return month
  return undefined
}
