import { openEnquiryWithoutName, signEnquiryTokens } from '#features/governance/enquiries/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { addMonths, dayIn, type Period, periodOf } from '#core/calendar.ts'
import { tokensOfBatch, tokenText } from '#features/governance/enquiries/rules/token.ts'
import { ApiError, fieldErrors } from '#ui/api/api-error.ts'
import { callWithoutSession } from '#ui/api/call-without-session.ts'
import { call } from '#ui/api/call.ts'
import { type Blinded, blindText, textOf, unblind } from '#ui/parts/blind-signature.ts'
import { session } from '#ui/session/session.ts'

type Token = Parsed<typeof openEnquiryWithoutName>['token'] & { period: Period }
/** `period` is that of the last batch; `begun` waits for its signatures, so that a lost reply costs nothing. */
type Kept = { tokens: Token[]; period?: Period; begun?: { period: Period; batch: Blinded[] } }

/**
 * Logging out leaves them here, because a member gets only so many in a month; each login's own on this device. Whoever has
 * the device next reads from the name of the place not whose they are.
 */
async function ownPlace() {
  const owner = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(session.owner()))
  const key = `enquiry-tokens:${textOf(new Uint8Array(owner))}`
  return {
    read: (): Kept => JSON.parse(localStorage.getItem(key) ?? '{"tokens":[]}') as Kept,
    keep: (kept: Kept) => localStorage.setItem(key, JSON.stringify(kept)),
  }
}

let preparing: Promise<void> | undefined

/**
 * Gets this device its tokens of the month, once, so that none need be asked for when something is sent. A member who has not
 * proved their login gets none yet, and is not asked to here: true says that they will be when they send.
 */
export async function prepareTokens(): Promise<boolean> {
  preparing ??= prepare(true).finally(() => (preparing = undefined))
  try {
    await preparing
  } catch (error) {
    return error instanceof ApiError && error.status === 428
  }
  return false
}

async function prepare(isUnasked: boolean): Promise<void> {
  const period = periodOf(dayIn(new Date()))
  const { read, keep } = await ownPlace()
  const kept = read()
  if (kept.period === period) return
  const { publicKey, cooperativeId } = await call(signEnquiryTokens, {}, { isUnasked })
  const text = tokenText(cooperativeId)
  const batch =
    kept.begun?.period === period
      ? kept.begun.batch
      : await Promise.all(Array.from({ length: tokensOfBatch }, () => blindText(publicKey, text)))
  keep({ ...kept, begun: { period, batch } })
  const { signatures } = await call(signEnquiryTokens, { blinded: batch.map(({ blinded }) => blinded) }, { isUnasked })
  const tokens = await Promise.all(
    batch.map(async (each, n) => ({
      ...{ period, serial: each.serial },
      signature: await unblind(publicKey, text, { ...each, signature: signatures[n] ?? '' }),
    })),
  )
  // Those of last month are good until this one ends.
  const before = kept.tokens.filter((each) => each.period >= addMonths(period, -1))
  keep({ period, tokens: [...before, ...tokens] })
}

/** Sends with the oldest token, or answers undefined where none is left. What is spent or no longer good is dropped. */
export async function sendWithoutName(
  message: Omit<Parsed<typeof openEnquiryWithoutName>, 'token'>,
): Promise<string | undefined> {
  await preparing?.catch(() => undefined)
  await prepare(false)
  const { read, keep } = await ownPlace()
  const [token] = read().tokens
  if (!token) return undefined
  const { period: _period, ...given } = token
  const drop = () => keep({ ...read(), tokens: read().tokens.filter(({ serial }) => serial !== token.serial) })
  try {
    const { reference } = await callWithoutSession(openEnquiryWithoutName, { ...message, token: given })
    drop()
    return reference
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) drop()
    // The key that signed it is gone, and with it the others of its month: the next time new ones are asked for.
    else if (fieldErrors(error)['token'])
      keep({ tokens: read().tokens.filter(({ period }) => period !== token.period) })
    throw error
  }
}
