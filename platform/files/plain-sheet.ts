import { plainNumber } from './plain-number.ts'
import type { SheetRow } from './sheet-table.ts'

/** One element after the other, as Excel and LibreOffice write them; whatever else is there ends the reading. */
const rowStart = /\s*<row\s([^<>]*?)(\/?)>/y
const rowNumber = /(?:^|\s)r="(\d{1,7})"/
const rowHidden = /(?:^|\s)hidden="(?:1|true)"/
const rowEnd = /\s*<\/row>/y
const cell =
  /\s*<c r="([A-Z]{1,3})(\d{1,7})"(?: s="(\d{1,5})")?(?: t="(s|n)")?(?:\s?\/>|><\/c>|><v>([^<>]*)<\/v><\/c>)/y
const dataEnd = /\s*<\/sheetData>/y

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
}
/** What Excel itself shows as numbers: general, whole, with decimals, percent, exponents, accounts, text. */
const numberFormats = new Set([0, 1, 2, 3, 4, 9, 10, 11, 37, 38, 39, 40, 48, 49])

/** The shared texts and styles of a workbook whose cells hold nothing but texts and numbers. */
export type PlainParts = { texts: readonly string[]; showsNumber: readonly boolean[] }

/** Undefined where a text has runs of its own formatting, or is written in a way that only an XML parser reads. */
export function plainParts(sharedStrings: string, styles: string): PlainParts | undefined {
  const texts = plainTexts(sharedStrings)
  return texts && isUtf8(styles) ? { texts, showsNumber: numberStyles(styles) } : undefined
}

/**
 * The filled rows of a sheet of plain texts and numbers, five times as fast as a parser of all XML reads them. Undefined
 * where there is anything else, such as a formula, a date, an inline text: then the parser says what it is.
 */
export function readPlainSheet(xml: string, { texts, showsNumber }: PlainParts): SheetRow[] | undefined {
  let at = xml.indexOf('<sheetData>')
  if (at === -1 || !isUtf8(xml)) return undefined
  at += '<sheetData>'.length
  const next = (element: RegExp) => {
    element.lastIndex = at
    const found = element.exec(xml)
    if (found) at = element.lastIndex
    return found
  }
  const rows: SheetRow[] = []
  let last = 0
  for (let start = next(rowStart); start; start = next(rowStart)) {
    const [, attributes = ''] = start
    const number = Number(rowNumber.exec(attributes)?.[1] ?? 0)
    if (number <= last) return undefined
    last = number
    if (start[2] === '/') continue
    const cells: string[] = []
    for (let found = next(cell); found; found = next(cell)) {
      const column = columnNumber(found[1] ?? '') - 1
      if (Number(found[2]) !== number || column < cells.length) return undefined
      const text = valueOf(found, texts, showsNumber)
      if (text === undefined) return undefined
      if (text === '') continue
      while (cells.length < column) cells.push('')
      cells.push(text)
    }
    if (!next(rowEnd)) return undefined
    if (cells.length > 0)
      rows.push({ number, cells, formulas: [], ...(rowHidden.test(attributes) && { isHidden: true }) })
  }
  return next(dataEnd) ? rows : undefined
}

function valueOf(
  [, , , style, type, value]: RegExpExecArray,
  texts: readonly string[],
  showsNumber: readonly boolean[],
): string | undefined {
  if (value === undefined) return ''
  if (type === 's') return /^\d+$/.test(value) ? texts[Number(value)] : undefined
  // A date is a number too: the style alone tells.
  if (style !== undefined && showsNumber[Number(style)] !== true) return undefined
  if (/^[1-9]\d{0,14}$/.test(value)) return value
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value) ? plainNumber(value) : undefined
}

/** A to XFD as 1 to 16384. */
export function columnNumber(letters: string): number {
  let number = 0
  for (let index = 0; index < letters.length; index += 1) number = number * 26 + letters.charCodeAt(index) - 64
  return number
}

function plainTexts(xml: string): string[] | undefined {
  if (xml === '') return []
  const start = /<sst[^<>]*>/.exec(xml)
  // Escapes of Excel's own, and line ends that a parser would change.
  if (!start || !isUtf8(xml) || xml.includes('\r') || /_x[0-9A-Fa-f]{4}_/.test(xml)) return undefined
  const item = /\s*<si><t(?: xml:space="preserve")?>([^<>]*)<\/t><\/si>/y
  const texts: string[] = []
  item.lastIndex = start.index + start[0].length
  for (let at = item.lastIndex, found = item.exec(xml); ; at = item.lastIndex, found = item.exec(xml)) {
    if (!found) return /^\s*<\/sst>\s*$/.test(xml.slice(at)) ? texts : undefined
    const text = plainText(found[1] ?? '')
    if (text === undefined) return undefined
    texts.push(text)
  }
}

function plainText(escaped: string): string | undefined {
  if (!escaped.includes('&')) return escaped
  if (/&(?!(?:lt|gt|quot|apos|amp);)/.test(escaped)) return undefined
  return escaped.replaceAll(/&[a-z]+;/g, (entity) => entities[entity] ?? entity)
}

function numberStyles(xml: string): boolean[] {
  const own = new Map(
    [...xml.matchAll(/<numFmt\s[^<>]*>/g)].map(
      ([element]) =>
        [
          Number(/\bnumFmtId="(\d+)"/.exec(element)?.[1]),
          isNumberFormat(/\bformatCode="([^"]*)"/.exec(element)?.[1]),
        ] as const,
    ),
  )
  const cells = /<cellXfs[^<>]*>([\s\S]*?)<\/cellXfs>/.exec(xml)?.[1] ?? ''
  return [...cells.matchAll(/<xf\b[^<>]*>/g)].map(([element]) => {
    const format = Number(/\bnumFmtId="(\d+)"/.exec(element)?.[1] ?? 0)
    return own.get(format) ?? numberFormats.has(format)
  })
}

/** Without a letter outside of quotes and brackets, which all formats of days and times have. */
function isNumberFormat(code: string | undefined): boolean {
  return code !== undefined && !/[^#0-9,. %()+\-;@_*?₦]/.test(code.replaceAll(/&quot;.*?&quot;|\[[^\]]*\]/g, ''))
}

function isUtf8(xml: string): boolean {
  const declared = /^﻿?<\?xml[^>]*?\bencoding=["']([^"']*)["']/.exec(xml)?.[1]
  return (declared === undefined || declared.toLowerCase() === 'utf-8') && !xml.includes('<!DOCTYPE')
}
