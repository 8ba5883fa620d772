import { kobo, type Kobo } from '#core/money.ts'
import { replyText, textOf } from '#platform/messages/ask-provider.ts'

/** How long a provider may take, whose replies come within a few seconds. */
const answerMilliseconds = 20_000

export type NairaReply = { status: number; body: unknown } | { retryBecause: string }

/**
 * Asks a provider that speaks naira with decimals. Numbers of its reply are read as the text that was sent, because a
 * floating-point number has lost what came after the second decimal.
 */
export async function askInNaira(name: string, url: string, init: RequestInit): Promise<NairaReply> {
  try {
    const reply = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(answerMilliseconds) })
    return { status: reply.status, body: readNairaJson(await replyText(reply)) }
  } catch {
    return { retryBecause: `${name} can not be reached` }
  }
}

type WithSource = (key: string, value: unknown, context: { source: string }) => unknown

/** JSON with each number as the text that it was; undefined for what is no JSON. */
export function readNairaJson(text: string): unknown {
  const keepNumbers: WithSource = (_key, value, { source }) => (typeof value === 'number' ? source : value)
  try {
    return JSON.parse(text, keepNumbers as (key: string, value: unknown) => unknown)
  } catch {
    return undefined
  }
}

/** The kobo of a field in naira, such as 4500.50; undefined where it is no amount, or has more than two decimals. */
export function koboOf(data: unknown, name: string): Kobo | undefined {
  const [, whole, fraction = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(textOf(data, name)) ?? []
  return whole === undefined ? undefined : kobo(BigInt(whole + fraction.padEnd(2, '0')))
}

/** The least amount of which as much is left after a charge of so many basis points, at most `chargeMax`. Rounded up to the kobo. */
export function grossOf(amount: Kobo, basisPoints: bigint, chargeMax: bigint): Kobo {
  const left = 10_000n - basisPoints
  const gross = (amount * 10_000n + left - 1n) / left
  return kobo(gross - amount > chargeMax ? amount + chargeMax : gross)
}
