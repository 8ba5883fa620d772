import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { placesOf } from './places.ts'
import { catalogueComplaints, readCatalogues, readSentences, sayers } from './translations.ts'

/**
 * What a member, somebody who is not signed in or the receiver of a message reads is said by `t` (`core/sentence.ts`), or comes from the
 * catalogue of its feature (`strings.ts`) until that is moved, so that it can be read in another language: on the pages, in the domain
 * and the contract that they load, and in what composes messages. Officers' pages are moved as they are touched, and are not checked.
 * The PO file of each language has all that `t` says.
 */
const areas = new Set(['entry', 'member'])

/** Modules that those pages load for other things than their sentences. */
const exempt: Readonly<Record<string, string>> = {
  'core/contract/live.ts': 'the API document alone shows it',
  'features/platform-admin/overview/health.ts': 'the API document alone shows it',
  'core/contract/refusals.ts': 'it is the catalogue of refusals, by their code',
  'features/accounting/books/rules/account-kinds.ts': 'officers alone read the names of accounts',
  'features/accounting/books/rules/report.ts': 'officers alone read reports',
  'features/members/members/rules/bank-details.ts': 'names of banks are the same in every language',
  'features/governance/officers/rules/post.ts': 'the names are stored with a society’s posts',
  'features/governance/votes/rules/ballot.ts': 'what is signed and hashed is the same in every language',
  'core/refusal.ts': 'it holds codes; their sentences are the contract’s',
  'features/access/login/server/reset-password.ts': 'what tries are counted by is no text',
}

/** Modules of the domain that write messages; those of the server are found by whom they call. */
const messagesOfDomain = [
  'features/access/login/rules/sms-texts.ts',
  'features/governance/actions/rules/action.ts',
  'features/loans/loans/rules/consent-texts.ts',
  'features/loans/loans/rules/reminder.ts',
  'features/members/members/rules/sms-texts.ts',
  'features/members/members/rules/activation-text.ts',
  'features/savings/contributions/rules/contribution.ts',
  'features/savings/transactions/rules/movement.ts',
  'features/platform-admin/cooperatives/rules/notice.ts',
]
const sends =
  /\b(?:notifyMembers|notifyOfficers|notifyPlatform|queueMessages|queuedTo|announceMessage|notifyCooperative|announceEnquiry|notifyOfStopped|notifyGuarantors|freeGuarantors|insertReminderMessages|saveMembersCredits|addPushJob)\(/

/** Statements that write messages themselves, one for each of many receivers. */
const writesMessages = /\binsert into (?:\w+\.\w*notification|platform\.message)\b/

/** Names and marks that are the same in every language. */
const untranslated = new Set([
  'Ajose',
  'WhatsApp',
  'Paystack',
  'Monnify',
  'Flutterwave',
  'M-{}',
  'Mac',
  'Enter',
  'Escape',
  'Home',
  'End',
  'Tab',
  'Backspace',
  'Delete',
])

/** Attributes that hold no language. */
const technical =
  /^(?:className|to|href|name|type|id|look|tone|size|key|role|method|rel|target|src|icon|kind|purpose|align|card|as|lang|pattern|accept|style|needs|area|sign|done|until|what|of|popover|auto[A-Z]\w*|stroke\w*|inputMode|aria-(?:hidden|live|busy|expanded|autocomplete)|preserveAspectRatio|data-.*|d|viewBox|transform)$/

/** Each sentence outside a catalogue as `file:line: “sentence”`. */
export function stringComplaints(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const complaints: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isThrowStatement(node)) return
    // A refusal that lies beside what refuses is exempt as the catalogue core/contract/refusals.ts is.
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'refusal') return
    if (ts.isTaggedTemplateExpression(node)) {
      for (const words of quotedIn(node.template)) complain(node, words)
      // What SQL is made of is bound or another statement.
      if (!ts.isNoSubstitutionTemplateLiteral(node.template))
        for (const { expression } of node.template.templateSpans) visit(expression)
      return
    }
    if (ts.isJsxAttribute(node) && technical.test(node.name.getText(source))) return
    const words = wordsOf(node)
    if (words !== undefined) complain(node, words)
    ts.forEachChild(node, visit)
  }
  const complain = (node: ts.Node, words: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    complaints.push(`${path}:${line + 1}: “${words.replaceAll(/\s+/g, ' ').trim()}”`)
  }
  visit(source)
  return complaints
}

/** The sentences in quotes of a statement that writes messages. */
function quotedIn(template: ts.TemplateLiteral): string[] {
  const parts = ts.isTemplateExpression(template)
    ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
    : [template]
  const text = parts.map((part) => part.text).join('{}')
  if (!writesMessages.test(text)) return []
  return [...text.matchAll(/'((?:[^']|'')*)'/g)].map(([, words = '']) => words).filter((words) => isSentence(words))
}

function wordsOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node))
    return /\p{L}{2}/u.test(node.text) && !untranslated.has(node.text.trim()) ? node.text : undefined
  if (ts.isStringLiteralLike(node)) return isSentence(node.text) && !isCode(node) ? node.text : undefined
  if (!ts.isTemplateExpression(node) || isCode(node)) return undefined
  const written = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  return written.some((part) => /--|__|\/|=/.test(part)) || !isSentence(written.join('{}'))
    ? undefined
    : written.join('…')
}

/** A capital and small letters, or small words with a space between; names of classes, keys, offices and files are neither. */
function isSentence(text: string): boolean {
  if (
    untranslated.has(text.trim()) ||
    /--|__|^[/#.([]|^[a-z][\w-]*(?:[.:][\w{}-]+)+$|^\S+@\S+$|^\S+\/\S+$|^(?:vite:|ajose-|Bearer )/.test(text)
  )
    return false
  return /^[“"(]?[A-Z][a-z’'-]+(?:[ .,:?!…”"{]|$)/.test(text) || /[a-z]{2,}[ ,.:] ?[a-z{(]/.test(text)
}

/** What is compared, looked up, named or thrown away is no text for people; what `t` says is in the catalogues. */
function isCode(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return isSaid(parent)
  if (isSaid(node)) return true
  if (ts.isArrayLiteralExpression(parent) && ts.isPropertyAssignment(parent.parent)) return isOfDocument(parent.parent)
  if (ts.isBinaryExpression(parent)) return /^[!=]==?$|^in$/.test(parent.operatorToken.getText())
  if (ts.isCallExpression(parent) && /(?:^|\.)log\.\w+$|^(?:codeHash|recordChange)$/.test(parent.expression.getText()))
    return true
  if (ts.isCallExpression(parent))
    return /(?:^|\.)(?:\w*[cC]lass\w*|closest|matches|get|has|startsWith|endsWith|includes|split|replace|test|query\w*|add|dispatchEvent|useMedia|matchMedia)$/.test(
      parent.expression.getText(),
    )
  return (
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isNewExpression(parent) ||
    ts.isExpressionStatement(parent) ||
    (ts.isPropertyAssignment(parent) &&
      (parent.name === node || /^(?:className|key|area)$/.test(parent.name.getText()) || isOfDocument(parent)))
  )
}

function isSaid({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && sayers.has(parent.expression.getText())
}

/** What the contract says to readers of the API document, and in the audit trail. */
function isOfDocument({ name }: ts.PropertyAssignment): boolean {
  return (
    /^core\/contract\/|^features\/[^/]+\/[^/]+\/[^/]+$/.test(name.getSourceFile().fileName) &&
    /^(?:summary|says|description|message|example)$/.test(name.getText())
  )
}

/** The modules that are checked, with those that write messages. */
export function checkedModules(root: string): string[] {
  const server = ['app', 'features', 'platform']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|^platform\/(?:db|messages)\//.test(path))
    .filter((path) => [sends, writesMessages].some((rule) => rule.test(readFileSync(join(root, path), 'utf8'))))
  return [...new Set([...reachedModules(root), ...messagesOfDomain, ...server])]
    .filter((path) => !path.endsWith('/strings.ts') && exempt[path] === undefined)
    .toSorted()
}

/** The modules that the pages of these areas and the app itself load, now or when something is opened. */
export function reachedModules(root: string): string[] {
  const list = 'app/web/pages.ts'
  const places = placesOf(root)
  const seen = new Set<string>([list])
  const waiting = ['app/web/main.tsx', 'app/web/App.tsx']
  for (const { area, modules } of places.values()) if (areas.has(area)) waiting.push(...modules)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || !/^(?:app|core|features|site|ui)\/.*\.tsx?$/.test(path)) continue
    seen.add(path)
    for (const [, name = ''] of readFileSync(join(root, path), 'utf8').matchAll(
      /(?:^import (?!type )|^\} |^export |import\()[^;'"]*?'([^']+)'/gm,
    )) {
      const found = name.startsWith('#') ? name.slice(1) : relative(root, join(root, dirname(path), name))
      if (/^[.#]/.test(name) && existsSync(join(root, found))) waiting.push(found)
    }
  }
  return [...seen].filter((path) => path !== list).toSorted()
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const modules = checkedModules(root)
  const complaints = modules.flatMap((path) => stringComplaints(path, readFileSync(join(root, path), 'utf8')))
  const sentences = readSentences(root)
  const untold = [...readCatalogues(root)].flatMap(([language, file]) =>
    catalogueComplaints(file, sentences.keys()).map((complaint) => `translations/${language}.po: ${complaint}`),
  )
  for (const complaint of complaints)
    console.error(`${complaint} is said by no t, and no string of its feature's strings.ts`)
  for (const complaint of untold) console.error(`${complaint} (npm run translations)`)
  console.log(`strings: ${modules.length} modules read, ${complaints.length + untold.length} complaint(s)`)
  process.exitCode = modules.length === 0 || complaints.length + untold.length > 0 ? 1 : 0
}
