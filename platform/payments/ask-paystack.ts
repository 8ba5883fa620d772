import { kobo, type Kobo } from '#core/money.ts'
import { fieldOf, jsonOf, replyText, textOf } from '#platform/messages/ask-provider.ts'

/** How long Paystack may take, whose replies come within a few seconds. */
const answerMilliseconds = 20_000

export type AskPaystack = (path: string, body?: object) => ReturnType<typeof askPaystack>

/** A whole number of kobo; a number that JavaScript can't hold is none. */
export function wholeOf(data: unknown, name: string): Kobo | undefined {
  const text = textOf(data, name)
  return /^\d{1,15}$/.test(text) ? kobo(BigInt(text)) : undefined
}

/** Our own words: a provider's may repeat what was sent, and belong in no log. */
export function failureOf(status: number, said: string): { retryBecause: string } {
  if (status === 401 || status === 403) return { retryBecause: `Paystack refuses PAYSTACK_SECRET_KEY (${status})` }
  if (/sub.?account/i.test(said)) return { retryBecause: 'Paystack does not know the sub-account of the society' }
  return { retryBecause: `Paystack answered ${status}` }
}

/** Answers what Paystack says, or why it is to be asked again; `timeout` in milliseconds. */
export async function askPaystack(
  url: string,
  key: string,
  body: object | undefined,
  timeout = answerMilliseconds,
): Promise<{ status: number; body: unknown } | { retryBecause: string }> {
  try {
    const reply = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    return { status: reply.status, body: jsonOf(await replyText(reply)) }
  } catch {
    return { retryBecause: 'Paystack can not be reached' }
  }
}

const pageSize = 100
/** More than a society has; what is beyond is read the next time, because the newest come first. */
const pagesMax = 50

/** All rows of one of Paystack's lists, page by page. */
export async function rowsOf(
  ask: AskPaystack,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<unknown[] | { retryBecause: string }> {
  const all: unknown[] = []
  for (let page = 1; page <= pagesMax; page += 1) {
    const paged = new URLSearchParams({ ...query, perPage: String(pageSize), page: String(page) })
    const reply = await ask(`${path}?${paged.toString()}`)
    if ('retryBecause' in reply) return reply
    const rows = fieldOf(reply.body, 'data')
    if (reply.status !== 200 || !Array.isArray(rows)) return failureOf(reply.status, textOf(reply.body, 'message'))
    all.push(...rows)
    if (rows.length < pageSize) break
  }
  return all
}
