import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { dayIn, dayText } from '#core/calendar.ts'
import { kobo, moneyText } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import type { Checked, StoredFigures } from '#features/savings/statements/rules/statement.ts'
import { pageHeaders, policyFor } from './web-files.ts'

const place = '%CHECKED%'
/** Where no web app is built, as in tests of the API. */
const bare = `<!doctype html><html lang="en-NG"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Check a statement</title></head><body><main>${place}</main></body></html>`

/**
 * The page that confirms a statement to whoever holds its link: plain HTML, no script, nothing kept by anybody on the
 * way. It looks like the public pages because its frame is built with them.
 */
export function serveCheckPage(
  server: FastifyInstance,
  webFolder: string | undefined,
  check: (token: string, address: string) => Promise<Checked>,
): void {
  const frame = webFolder === undefined ? bare : readFileSync(join(webFolder, 'check.html'), 'utf8')
  const headers = {
    ...pageHeaders,
    'content-security-policy': policyFor(frame, "'none'"),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'content-type': 'text/html; charset=utf-8',
  }
  // A replacement text would give dollar signs a meaning.
  const page = (words: string) => frame.replace(place, () => words)
  server.get<{ Params: { token: string } }>('/check/:token', async (request, reply) => {
    try {
      const checked = await check(request.params.token, request.ip)
      return await reply
        .code(checked.state === 'unknown' ? 404 : checked.state === 'live' ? 200 : 410)
        .headers(headers)
        .send(page(wordsOf(checked)))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'too_many_requests')
        return reply.code(429).headers(headers).send(page(tooMany))
      throw error
    }
  })
}

const tooMany = '<h1>Too many pages at once</h1><p>Wait a minute and load this page again.</p>'

function wordsOf(checked: Checked): string {
  if (checked.state === 'live') return confirmed(checked)
  if (checked.state === 'unknown')
    return `${state('Not known', true)}<h1>This link is not known</h1><p>Look whether the whole address was copied. If it was, these figures were not given out here: ask the person who showed them to you.</p>`
  const words = checked.state === 'expired' ? 'has expired' : 'was withdrawn'
  return `${state(checked.state === 'expired' ? 'Expired' : 'Withdrawn', true)}<h1>This link ${words}</h1><p>It confirms nothing any more. Ask the person who gave it to you for a new one.</p>`
}

function confirmed({ figures, madeAt, expiresAt, reversed }: Extract<Checked, { state: 'live' }>): string {
  const society = escape(figures.society)
  const facts: [string, string][] = [
    ['Society', society],
    ['Member', escape(figures.member)],
    ['Membership number', escape(figures.membershipno)],
  ]
  const until = `<p><small>This link opens until ${dayText(dayIn(expiresAt))}, unless the member withdraws it. Look at the address of this page: it must be the one of the service that ${society} uses.</small></p>`
  if (figures.kind === 'receipt') {
    facts.push(
      ['Receipt', escape(figures.receiptNumber)],
      ['Date', dayText(figures.on)],
      [figures.direction === 'in' ? 'Paid in' : 'Paid out', moneyText(kobo(figures.amount))],
      ...(figures.account ? [['Account', escape(figures.account)] as [string, string]] : []),
    )
    return reversed
      ? `${state('Reversed', true)}<h1>This receipt counts no more</h1><p>${society} gave it out, and has reversed the movement since ${dayText(dayIn(madeAt))}.</p>${sheet(list(facts))}${until}`
      : `${state('Valid', false)}<h1>This receipt is one that ${society} gave out</h1><p>Shown as on ${dayText(dayIn(madeAt))}. Compare it with the paper.</p>${sheet(list(facts))}${until}`
  }
  facts.push(['From', dayText(figures.from)], ['To', dayText(figures.to)])
  if (reversed)
    return `${state('Changed', true)}<h1>These figures are no longer valid</h1><p>${society} gave them out on ${dayText(dayIn(madeAt))}, and has since reversed one of the movements. Ask the member for a new statement.</p>${sheet(list(facts))}${sheet(table(figures))}${until}`
  return `${state('Valid', false)}<h1>These figures are those that ${society} gave out on ${dayText(dayIn(madeAt))}</h1><p>Compare them with the paper.</p>${sheet(list(facts))}${sheet(table(figures))}${until}`
}

function table({ accounts, from, to }: Extract<StoredFigures, { kind: 'statement' }>): string {
  if (accounts.length === 0) return '<p>No account had been opened.</p>'
  const amount = (text: string) => moneyText(kobo(text))
  const rows = accounts.map(
    ({ name, kind, opening, closing }) =>
      `<tr><th scope="row">${escape(name)}${kind === 'loan' ? ' <small>owed</small>' : ''}</th><td>${amount(opening)}</td><td>${amount(closing)}</td></tr>`,
  )
  return `<table><caption>What was on each account</caption><thead><tr><th scope="col">Account</th><th scope="col">Before ${dayText(from)}</th><th scope="col">At the end of ${dayText(to)}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function state(words: string, isOver: boolean): string {
  return `<p class="check__state${isOver ? ' check__state--over' : ''}">${words}</p>`
}

function sheet(content: string): string {
  return `<div class="check__sheet">${content}</div>`
}

function list(facts: readonly [string, string][]): string {
  return `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
