import { addDays, dayText, isDay } from '#core/calendar.ts'
import { refuse } from '#core/refusal.ts'
import { type Kobo, kobo, koboFromText, nairaText } from '#core/money.ts'
import { balanceAtEnd } from '#core/spreadsheets/balance-at-end.ts'
import type { SheetRow } from './sheet-table.ts'

/** A movement of a bank's own format as a table has it; what can't be read of it is its own text. `reference` is the bank's, if it has one. */
type Movement = { number: number; on: string; narration: string; amount: string; reference: string }

/** A balance that a file says, and in which row. */
type Balance = { number: number; words: string; balance: Kobo }

/** The lines of an MT940, OFX or CAMT.053 file as a table of Date, Narration, Amount, the balances at its ends and the bank's references; undefined for every other text. Refuses: file_unreadable, file_several_accounts, file_is_qif, statement_balance_later. */
export function readBankText(text: string): SheetRow[] | undefined {
  const start = text.trimStart().slice(0, 200)
  if (/^!(?:Type|Account|Option)\b/i.test(start)) refuse('file_is_qif', { field: 'file' })
  if (/^(?:OFXHEADER:|<OFX>|<\?xml[^>]*\?>\s*<\?OFX|<\?OFX)/i.test(start)) return readOfx(text)
  if (/<(?:\w+:)?BkToCstmrStmt>/.test(text.slice(0, 2000))) return readCamt(text)
  return /^(?:\{1:|:20:)/.test(start) ? readMt940(text) : undefined
}

/** Where OFX, MT940 and CAMT.053 name the account. */
const accountNamed = [
  /<ACCTID>([^<\r\n]*)/i,
  /^:25:([^\r\n]*)/m,
  /<(?:\w+:)?Acct>\s*<(?:\w+:)?Id>\s*(?:<(?:\w+:)?Othr>\s*<(?:\w+:)?Id>)?([^<]*)/,
]

/** The ten digits of the account that a file of these formats is about. */
export function accountOfBank(text: string): string | undefined {
  const head = text.slice(0, 20_000)
  const said = accountNamed.map((each) => each.exec(head)?.[1]).find(Boolean)
  return /(?<!\d)\d{10}(?!\d)/.exec(said ?? '')?.[0]
}

/** Open Financial Exchange: each movement is a STMTTRN; the balance is known at the end alone. */
function readOfx(text: string): SheetRow[] {
  if (text.split(/<(?:CC)?STMTRS>/i).length > 2) refuse('file_several_accounts', { field: 'file' })
  const blocks = text.split(/<STMTTRN>/i).slice(1)
  const movements = blocks.map((rest, index): Movement => {
    const [block = ''] = rest.split(/<\/STMTTRN>/i, 1)
    const of = (tag: string) => unescaped(new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(block)?.[1] ?? '')
    const [posted, amount, type] = [of('DTPOSTED'), of('TRNAMT'), of('TRNTYPE')]
    const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(posted) ?? []
    const moved = koboFromText(amount.replace(',', '.'))
    return {
      number: index + 1,
      on: year === undefined ? posted || '?' : `${year}-${month}-${day}`,
      narration: [of('NAME'), of('MEMO')].filter((part) => part !== '').join(' · '),
      amount: moved === undefined ? amount || '?' : contradicts(type, moved) ? `${amount} ${type}` : nairaText(moved),
      reference: of('FITID'),
    }
  })
  const closing = /<LEDGERBAL>\s*<BALAMT>([^<\r\n]*)/i.exec(text)?.[1]
  refuseLaterBalance(text, movements)
  const balance = closing === undefined ? undefined : koboFromText(closing.trim().replace(',', '.'))
  const end = balance === undefined ? [] : [{ number: blocks.length + 1, words: closes, balance }]
  return tableOf([...oldestFirst(movements), ...end], 'FITID')
}

/** Oldest first, whichever way the bank writes them: the balances of the lines are made from their order. A day that can't be read is beside the one before it. */
function oldestFirst(movements: readonly Movement[]): Movement[] {
  const days = movements.map(({ on }) => on).filter(isDay)
  const isNewestFirst = (days[0] ?? '') > (days.at(-1) ?? '')
  let last = ''
  return (isNewestFirst ? movements.toReversed() : movements)
    .map((movement) => ({ movement, on: (last = isDay(movement.on) ? movement.on : last) }))
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
    .map(({ movement }) => movement)
}

const opens = 'Opening balance'
const closes = 'Closing balance'

/** The statements of a file, each from what it opens with to what it closes with: the newest is last, whichever way the bank writes them. */
function inSequence(parts: readonly (Movement | Balance)[]): (Movement | Balance)[] {
  const statements: (Movement | Balance)[][] = []
  for (const part of parts)
    if ('words' in part && part.words === opens) statements.push([part])
    else statements.at(-1)?.push(part)
  const balanceAt = (statement: readonly (Movement | Balance)[] | undefined, at: number) => {
    const part = statement?.at(at)
    return part && 'balance' in part ? part.balance : undefined
  }
  const follow = (all: typeof statements) =>
    all.every((each, place) => place === 0 || balanceAt(all[place - 1], -1) === balanceAt(each, 0))
  const ordered = !follow(statements) && follow(statements.toReversed()) ? statements.toReversed() : statements
  return ordered.flatMap((statement) => {
    const movements = statement.filter((part) => 'amount' in part)
    return [...statement.slice(0, 1), ...oldestFirst(movements), ...statement.slice(1 + movements.length)]
  })
}

/** Days between the last line of a file that does not say how far it goes and its balance, after which more lines may lie between. */
const daysBetweenMax = 31

/** Many banks give what the account has on the day of the download, which the lines of an earlier month do not end with. */
function refuseLaterBalance(text: string, movements: readonly Movement[]): void {
  const dayOf = (tag: string) => {
    const [, year, month, day] = new RegExp(`${tag}>\\s*(\\d{4})(\\d{2})(\\d{2})`, 'i').exec(text) ?? []
    return `${year}-${month}-${day}`
  }
  const [end, balanceOn] = [dayOf('<DTEND'), dayOf('<LEDGERBAL>\\s*<BALAMT>[^<]*(?:</BALAMT>\\s*)?<DTASOF')]
  const last = isDay(end)
    ? end
    : movements
        .map(({ on }) => on)
        .toSorted()
        .at(-1)
  if (last === undefined || !isDay(balanceOn) || !isDay(last)) return
  if (balanceOn > (isDay(end) ? end : addDays(last, daysBetweenMax)))
    refuse('statement_balance_later', { field: 'file', balanceOn: dayText(balanceOn), through: dayText(last) })
}

/** A debit above zero, or a credit below it: which of the two is right a person has to say. */
function contradicts(type: string, moved: Kobo): boolean {
  return (/^DEBIT$/i.test(type) && moved > 0n) || (/^CREDIT$/i.test(type) && moved < 0n)
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' }

function unescaped(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|apos|#39|amp);/g, (_, name: string) => entities[name] ?? '').trim()
}

/** ISO 20022 CAMT.053: Bal with OPBD is what it opens with, Ntry a movement, Bal with CLBD what it closes with. */
function readCamt(text: string): SheetRow[] {
  const plain = text.replaceAll(/<(\/?)\w+:/g, '<$1')
  const all = (block: string, tag: string) =>
    [...block.matchAll(new RegExp(`<${tag}(?: [^<>]*)?>([^<]*)<`, 'g'))].map(([, content = '']) => unescaped(content))
  const amountOf = (block: string) => {
    const [amount = ''] = all(block, 'Amt')
    return signed(all(block, 'CdtDbtInd')[0] === 'DBIT' ? 'D' : 'C', amount)
  }
  const parts: (Movement | Balance)[] = []
  const accounts = new Set<string>()
  for (const statement of blocksIn(plain, 'Stmt')) {
    const [account = ''] = blocksIn(statement, 'Acct')
    accounts.add((all(account, 'IBAN')[0] ?? all(account, 'Id').find((id) => id !== '') ?? '').trim())
    const balances = blocksIn(statement, 'Bal')
    const balanceAs = (words: string, ...codes: string[]): Balance => {
      const found = balances.find((block) => all(block, 'Cd').some((code) => codes.includes(code)))
      const balance = found === undefined ? undefined : amountOf(found)
      return { number: parts.length, words, balance: balance ?? refuse('file_unreadable', { field: 'file' }) }
    }
    parts.push(balanceAs(opens, 'OPBD', 'PRCD'))
    for (const block of blocksIn(statement, 'Ntry')) {
      const [[booked = ''], [status = '']] = [blocksIn(block, 'BookgDt'), blocksIn(block, 'Sts')]
      // It is in no balance; once it is booked a later statement has it.
      if (status.includes('PDNG')) continue
      const moved = amountOf(block)
      parts.push({
        number: parts.length,
        on: (all(booked, 'Dt')[0] ?? all(booked, 'DtTm')[0] ?? '?').slice(0, 10),
        narration: [...new Set([...all(block, 'Nm'), ...all(block, 'Ustrd'), ...all(block, 'AddtlNtryInf')])].join(
          ' · ',
        ),
        amount: moved === undefined ? (all(block, 'Amt')[0] ?? '?') : nairaText(moved),
        reference: all(block, 'AcctSvcrRef')[0] ?? '',
      })
    }
    parts.push(balanceAs(closes, 'CLBD'))
  }
  if (accounts.size > 1) refuse('file_several_accounts', { field: 'file' })
  return parts.length > 0
    ? tableOf(inSequence(parts), 'Account servicer reference')
    : refuse('file_unreadable', { field: 'file' })
}

/** What is between a tag and its end, each time. */
function blocksIn(text: string, tag: string): string[] {
  return text
    .split(`<${tag}>`)
    .slice(1)
    .map((rest) => rest.split(`</${tag}>`, 1)[0] ?? '')
}

/** SWIFT MT940: :60F: is what it opens with, :61: a movement, :86: what it was for, :62F: what it closes with. */
function readMt940(text: string): SheetRow[] {
  const fields = [...text.matchAll(/^:(\d{2}[A-Z]?):([^]*?)(?=^:\d{2}[A-Z]?:|^-\}?\s*$|(?![^]))/gm)]
  const ends = lineEnds(text)
  const parts: (Movement | Balance)[] = []
  for (const { 1: tag, 2: content = '', index } of fields) {
    const number = lineAt(ends, index)
    const last = parts.at(-1)
    if (tag === '60F' || tag === '60M') parts.push({ number, words: opens, balance: balanceOf(content) })
    else if (tag === '62F' || tag === '62M') parts.push({ number, words: closes, balance: balanceOf(content) })
    else if (tag === '61') parts.push({ number, ...movementOf(content) })
    else if (tag === '86' && last && 'amount' in last)
      last.narration = content.replaceAll(/\s+/g, ' ').trim() || last.narration
  }
  const accounts = new Set(fields.flatMap(({ 1: tag, 2: content = '' }) => (tag === '25' ? content.trim() : [])))
  if (accounts.size > 1) refuse('file_several_accounts', { field: 'file' })
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last || !('words' in first) || first.words !== opens || 'amount' in last)
    return refuse('file_unreadable', { field: 'file' })
  return tableOf(inSequence(parts), 'Bank reference')
}

/** Where each line of a text ends. */
function lineEnds(text: string): number[] {
  return [...text.matchAll(/\n/g)].map(({ index }) => index)
}

/** The number of the line that has this place, by halves: a file has tens of thousands of both. */
function lineAt(ends: readonly number[], place: number): number {
  let [from, to] = [0, ends.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ends[middle] ?? 0) < place) from = middle + 1
    else to = middle
  }
  return from + 1
}

/** C260901NGN150000,00 */
function balanceOf(content: string): Kobo {
  const [, side, amount = ''] = /^([CD])\d{6}[A-Z]{3}([\d,]+)/.exec(content) ?? []
  return signed(side, amount) ?? refuse('file_unreadable', { field: 'file' })
}

/** 2609020902C45000,00NTRFNONREF: the day of value, that of booking, the side (R before it takes one back), the amount, its kind and references. */
function movementOf(content: string): Omit<Movement, 'number'> {
  const [written = ''] = content.split(/\r?\n/, 1)
  const [, value = '', booked, taken, side, amount = '', rest = ''] =
    /^(\d{6})(\d{4})?(R)?([CD])[A-Z]?([\d,]+)(?![\d,])((?:[A-Z][A-Z\d]{3}|$).*)/.exec(written) ?? []
  const moved = signed(side, amount)
  if (moved === undefined)
    return {
      on: dayOf(written.slice(0, 6), /^\d{6}(\d{4})/.exec(written)?.[1]),
      narration: '',
      amount: written,
      reference: '',
    }
  const narration = rest.slice(4).trim()
  // The customer's reference, then that of the bank.
  const [customers = '', banks = customers] = narration.split('//')
  const reference = banks.trim() === 'NONREF' ? '' : banks.trim()
  return { on: dayOf(value, booked), narration, amount: nairaText(taken ? kobo(-moved) : moved), reference }
}

function dayOf(value: string, booked: string | undefined): string {
  if (!/^\d{6}$/.test(value)) return value || '?'
  const year = Number(value.slice(0, 2))
  // Booked in January of what had its value in December.
  const turn =
    booked?.startsWith('01') && value.slice(2, 4) === '12'
      ? 1
      : booked?.startsWith('12') && value.slice(2, 4) === '01'
        ? -1
        : 0
  const day = booked ?? value.slice(2)
  return `20${String(year + turn).padStart(2, '0')}-${day.slice(0, 2)}-${day.slice(2)}`
}

/** 45000,00 or 45000, and its side. */
function signed(side: string | undefined, amount: string): Kobo | undefined {
  const found = koboFromText(amount.replace(/,$/, '').replace(',', '.'))
  return found !== undefined && side === 'D' ? kobo(-found) : found
}

/** The balances have rows of their own, so that a movement can be corrected: the balance after each follows from it. */
function tableOf(parts: readonly (Movement | Balance)[], referenceHeading: string): SheetRow[] {
  const isKnown = parts.some((part) => 'balance' in part)
  const hasReferences = parts.some((part) => 'amount' in part && part.reference !== '')
  const withLast = (cells: string[], balance: string, reference: string) => [
    ...cells,
    ...(isKnown ? [balance] : []),
    ...(hasReferences ? [reference] : []),
  ]
  const cellsOf = (part: Movement | Balance) =>
    'balance' in part
      ? withLast(['', part.words, ''], nairaText(part.balance), '')
      : withLast([part.on, part.narration, part.amount], '', part.reference)
  return [
    { number: 0, cells: withLast(['Date', 'Narration', 'Amount'], balanceAtEnd, referenceHeading), formulas: [] },
    ...parts.map((part) => ({ number: part.number, cells: cellsOf(part), formulas: [] })),
  ]
}
