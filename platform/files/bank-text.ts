import { refuse } from '#core/refusal.ts'
import { type Kobo, kobo, koboFromText, nairaText } from '#core/money.ts'
import type { SheetRow } from './sheet-table.ts'

/** A movement of a bank's own format; it has the sum of what moved before and needs no balance of its own. */
type Movement = { number: number; on: string; narration: string; amount: Kobo }

/** The lines of an MT940, OFX or CAMT.053 file as a table of Date, Narration, Amount and Balance; undefined for every other text. Refuses: file_several_accounts, file_unreadable. */
export function readBankText(text: string): SheetRow[] | undefined {
  const start = text.trimStart().slice(0, 200)
  if (/^(?:OFXHEADER:|<OFX>|<\?xml[^>]*\?>\s*<\?OFX|<\?OFX)/i.test(start)) return readOfx(text)
  if (/<(?:\w+:)?BkToCstmrStmt>/.test(text.slice(0, 2000))) return readCamt(text)
  return /^(?:\{1:|:20:)/.test(start) ? readMt940(text) : undefined
}

/** Open Financial Exchange: each movement is a STMTTRN; the balance is known at the end alone, and runs back from there. */
function readOfx(text: string): SheetRow[] {
  if (text.split(/<(?:CC)?STMTRS>/i).length > 2) refuse('file_several_accounts', { field: 'file' })
  const blocks = text.split(/<STMTTRN>/i).slice(1)
  const movements = blocks.map((rest, index): Movement => {
    const [block = ''] = rest.split(/<\/STMTTRN>/i, 1)
    const of = (tag: string) =>
      new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(block)?.[1]?.replaceAll('&amp;', '&').trim() ?? ''
    const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(of('DTPOSTED')) ?? []
    return {
      number: index + 1,
      on: `${year}-${month}-${day}`,
      narration: [of('NAME'), of('MEMO')].filter((part) => part !== '').join(' · '),
      amount: koboFromText(of('TRNAMT').replace(',', '.')) ?? refuse('file_unreadable', { field: 'file' }),
    }
  })
  const closing = /<LEDGERBAL>\s*<BALAMT>([^<\r\n]*)/i.exec(text)?.[1]
  const balance = closing === undefined ? undefined : koboFromText(closing.trim().replace(',', '.'))
  // Oldest first, whichever way the bank writes them.
  const newestFirst = (movements[0]?.on ?? '') > (movements.at(-1)?.on ?? '')
  const ordered = (newestFirst ? movements.toReversed() : movements).toSorted((a, b) =>
    a.on < b.on ? -1 : a.on > b.on ? 1 : 0,
  )
  if (balance === undefined) return tableOfMovements(ordered, undefined)
  return tableOfMovements(ordered, kobo(balance - ordered.reduce((sum, { amount }) => sum + amount, 0n)))
}

/** ISO 20022 CAMT.053: Bal with OPBD is what it opens with, Ntry a movement, Bal with CLBD what it closes with. */
function readCamt(text: string): SheetRow[] {
  const plain = text.replaceAll(/<(\/?)\w+:/g, '<$1')
  const statements = plain.split('<Stmt>')
  if (statements.length > 2) refuse('file_several_accounts', { field: 'file' })
  const all = (block: string, tag: string) =>
    [...block.matchAll(new RegExp(`<${tag}(?: [^<>]*)?>([^<]*)<`, 'g'))].map(([, content = '']) =>
      content.replaceAll('&amp;', '&').trim(),
    )
  const amountOf = (block: string) => {
    const [amount = ''] = all(block, 'Amt')
    return signed(all(block, 'CdtDbtInd')[0] === 'DBIT' ? 'D' : 'C', amount)
  }
  const balances = blocksIn(plain, 'Bal')
  const balanceAs = (code: string) => balances.filter((block) => all(block, 'Cd').includes(code)).map(amountOf)[0]
  const [opening, closing] = [balanceAs('OPBD') ?? balanceAs('PRCD'), balanceAs('CLBD')]
  if (opening === undefined || closing === undefined) return refuse('file_unreadable', { field: 'file' })
  const movements = blocksIn(plain, 'Ntry').map((block, index): Movement => {
    const [booked = ''] = blocksIn(block, 'BookgDt')
    return {
      number: index + 1,
      on: (all(booked, 'Dt')[0] ?? all(booked, 'DtTm')[0] ?? '').slice(0, 10),
      narration: [...new Set([...all(block, 'Nm'), ...all(block, 'Ustrd'), ...all(block, 'AddtlNtryInf')])].join(' · '),
      amount: amountOf(block),
    }
  })
  return tableOfMovements(movements, opening, closing)
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
  const line = (at: number) => text.slice(0, at).split('\n').length
  const movements: Movement[] = []
  let [opening, closing]: (Kobo | undefined)[] = []
  for (const { 1: tag, 2: content = '', index } of fields) {
    if (tag === '60F' || tag === '60M') opening ??= balanceOf(content)
    else if (tag === '62F' || tag === '62M') closing = balanceOf(content)
    else if (tag === '61') movements.push({ number: line(index), ...movementOf(content) })
    else if (tag === '86') {
      const last = movements.at(-1)
      if (last) last.narration = content.replaceAll(/\s+/g, ' ').trim() || last.narration
    }
  }
  if (opening === undefined || closing === undefined) return refuse('file_unreadable', { field: 'file' })
  return tableOfMovements(movements, opening, closing)
}

/** C260901NGN150000,00 */
function balanceOf(content: string): Kobo {
  const [, side, amount = ''] = /^([CD])\d{6}[A-Z]{3}([\d,]+)/.exec(content) ?? []
  return signed(side, amount)
}

/** 2609020902C45000,00NTRFNONREF: the day of value, that of booking, the side (R before it takes one back), the amount, its kind and references. */
function movementOf(content: string): Omit<Movement, 'number'> {
  const [, value = '', booked, taken, side, amount = '', rest = ''] =
    /^(\d{6})(\d{4})?(R)?([CD])[A-Z]?([\d,]+)(.*)/.exec(content) ?? refuse('file_unreadable', { field: 'file' })
  const year = Number(value.slice(0, 2))
  // Booked in January of what had its value in December.
  const turn =
    booked?.startsWith('01') && value.slice(2, 4) === '12'
      ? 1
      : booked?.startsWith('12') && value.slice(2, 4) === '01'
        ? -1
        : 0
  const day = booked ?? value.slice(2)
  const moved = signed(side, amount)
  return {
    on: `20${String(year + turn).padStart(2, '0')}-${day.slice(0, 2)}-${day.slice(2)}`,
    narration: rest.slice(4).trim(),
    amount: taken ? kobo(-moved) : moved,
  }
}

/** 45000,00 or 45000, and its side. */
function signed(side: string | undefined, amount: string): Kobo {
  const found = koboFromText(amount.replace(/,$/, '').replace(',', '.'))
  if (found === undefined) return refuse('file_unreadable', { field: 'file' })
  return side === 'D' ? kobo(-found) : found
}

function tableOfMovements(movements: readonly Movement[], opening: Kobo | undefined, closing?: Kobo): SheetRow[] {
  let balance = opening
  const rows = movements.map(({ number, on, narration, amount }, index) => {
    if (balance !== undefined) balance = kobo(balance + amount)
    // What the file says at its end, so that a movement that is missing shows.
    const shown = index === movements.length - 1 ? (closing ?? balance) : balance
    const cells = [on, narration, nairaText(amount), shown === undefined ? '' : nairaText(shown)]
    return { number, cells, formulas: [] }
  })
  const headings = ['Date', 'Narration', 'Amount', ...(opening === undefined ? [] : ['Balance'])]
  return [{ number: 0, cells: headings, formulas: [] }, ...rows]
}
