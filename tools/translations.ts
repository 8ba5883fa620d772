import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type GetTextComment, type GetTextTranslation, type GetTextTranslations, po } from 'gettext-parser'
import ts from 'typescript'

type Entries = Record<string, GetTextTranslation>

/** Calls whose first argument is a sentence for people. */
export const sayers: ReadonlySet<string> = new Set(['t', 'said'])

/** Each sentence that a module says, with its lines; where one of two is said, both. */
export function sentencesOf(path: string, text: string): { sentence: string; at: string }[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: { sentence: string; at: string }[] = []
  const read = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push({ sentence: node.text, at: `${path}:${line + 1}` })
    } else if (ts.isConditionalExpression(node)) {
      read(node.whenTrue)
      read(node.whenFalse)
    }
  }
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      sayers.has(node.expression.text) &&
      node.arguments[0]
    )
      read(node.arguments[0])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Every sentence of the product, with where it is said. */
export function readSentences(root: string): Map<string, string[]> {
  const sentences = new Map<string, string[]>()
  for (const folder of ['app', 'core', 'features', 'platform', 'ui'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue
      const path = `${folder}/${name}`
      for (const { sentence, at } of sentencesOf(path, readFileSync(join(root, path), 'utf8')))
        sentences.set(sentence, [...(sentences.get(sentence) ?? []), at])
    }
  return sentences
}

/**
 * The PO file of a language with these sentences: what was translated stays, a new one waits, and one that is said no more is kept as
 * obsolete, where it is found should it come back. What a bar divides are gettext's forms of one and of more.
 */
export function updatedCatalogue(before: string, language: string, sentences: ReadonlyMap<string, string[]>): string {
  const { headers, translations, obsolete = {} } = po.parse(before)
  const known = entriesOf(obsolete, translations)
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.map(() => '')
  const said: Entries = {}
  for (const [sentence, places] of sentences) {
    const [msgid = '', msgid_plural] = sentence.split('|')
    const empty = msgid_plural === undefined ? { msgid, msgstr: [''] } : { msgid, msgid_plural, msgstr: forms }
    const entry: GetTextTranslation = known.get(sentence) ?? empty
    said[msgid] = { ...entry, comments: { ...entry.comments, reference: places.join('\n') } as GetTextComment }
    known.delete(sentence)
  }
  const gone = [...known.values()].filter(isTranslated).map((entry) => [entry.msgid, { ...entry, comments: undefined }])
  const written = po.compile({
    charset: 'utf-8',
    headers: { Language: language, 'Content-Type': 'text/plain; charset=utf-8', ...headers },
    translations: { '': said },
    obsolete: { '': Object.fromEntries(gone) },
  })
  return written.toString()
}

/** What `translateBy` reads: the translation of each sentence that has one. A translation whose author is not sure is none. */
export function catalogueOf(file: string): Map<string, string> {
  const entries = [...entriesOf(po.parse(file).translations)]
  const sure = entries.filter(([, entry]) => isTranslated(entry) && !entry.comments?.flag?.includes('fuzzy'))
  return new Map(sure.map(([sentence, { msgstr }]) => [sentence, msgstr.join('|')]))
}

/** What is wrong with the PO file of a language: a sentence that it lacks, or a translation with other values than the sentence has. */
export function catalogueComplaints(file: string, sentences: Iterable<string>): string[] {
  const known = entriesOf(po.parse(file).translations)
  return [
    ...[...sentences].filter((sentence) => !known.has(sentence)).map((sentence) => `“${sentence}” is missing`),
    ...[...catalogueOf(file)].flatMap(([sentence, said]) => {
      const lost = [...blanksOf(sentence)].filter((blank) => !said.split('|').every((form) => form.includes(blank)))
      const made = [...blanksOf(said)].filter((blank) => !sentence.includes(blank))
      return [
        ...lost.map((blank) => `“${said}” lacks ${blank}`),
        ...made.map((blank) => `“${said}” has ${blank}, and “${sentence}” has not`),
      ]
    }),
  ]
}

/** The languages that have a PO file, each with its text. */
export function readCatalogues(root: string): Map<string, string> {
  const folder = join(root, 'translations')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.po')) : []
  return new Map(names.map((name) => [basename(name, '.po'), readFileSync(join(folder, name), 'utf8')]))
}

/** Entries by their sentence; of two with the same, the later. */
function entriesOf(...files: GetTextTranslations['translations'][]): Map<string, GetTextTranslation> {
  const entries = files.flatMap(({ '': all = {} }) => Object.values(all)).filter(({ msgid }) => msgid !== '')
  return new Map(
    entries.map((entry) => [entry.msgid_plural ? `${entry.msgid}|${entry.msgid_plural}` : entry.msgid, entry]),
  )
}

const isTranslated = ({ msgstr }: GetTextTranslation): boolean => msgstr.every((form) => form !== '')

const blanksOf = (text: string): Set<string> => new Set(text.match(/\{\w+\}/g))

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const sentences = readSentences(root)
  const catalogues = readCatalogues(root)
  for (const language of process.argv.slice(2)) catalogues.set(language, catalogues.get(language) ?? '')
  if (catalogues.size > 0) mkdirSync(join(root, 'translations'), { recursive: true })
  for (const [language, before] of catalogues) {
    const file = updatedCatalogue(before, language, sentences)
    writeFileSync(join(root, 'translations', `${language}.po`), file)
    console.log(`${language}: ${catalogueOf(file).size} of ${sentences.size} sentences are translated`)
  }
  if (catalogues.size === 0) console.log(`${sentences.size} sentences, no language but English yet`)
}
