import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import ts from 'typescript'

/**
 * Every regular expression that may see what somebody sent takes time in proportion to the text: one that backtracks
 * lets a single request stop the whole process. Tests are not read.
 */
const roots = ['app', 'core', 'features', 'platform']

/** What may stay although it is not shown to be linear, and why. */
const accepted: Record<string, Record<string, string>> = {
  'platform/files/delimited-text.ts': {
    '/[\\p{Cc}--[\\t\\n\\v\\f\\r\\x7f-\\x9f]]/v': 'one letter, in a notation that the analyser does not read',
  },
  'platform/files/plain-number.ts': { '/0+$/': 'sees at most sixty digits' },
  'platform/files/plain-sheet.ts': {
    '/<cellXfs[^<>]*>([\\s\\S]*?)<\\/cellXfs>/': 'runs only in the process that reads one file and is ended in time',
    '/&quot;.*?&quot;|\\[[^\\]]*\\]/g': 'runs only in the process that reads one file and is ended in time',
  },
  'platform/files/workbook.ts': {
    '/<(?:\\w+:)?Relationship\\s([^>]*)>/g': 'runs only in the process that reads one file and is ended in time',
    '/<(?:\\w+:)?sheet\\s([^>]*)>/g': 'runs only in the process that reads one file and is ended in time',
  },
}

/** The analyser counts steps and looks at no clock: on a busy machine what is linear would be called slow. */
const steps = { timeout: null, attackTimeout: null, incubationTimeout: null } as const

type Expression = { file: string; line: number; source: string; flags: string }

const written = ({ source, flags }: Expression) => `/${source}/${flags}`

/** What is wrong with the expressions of a tree, one sentence each, and how many were read. */
async function expressionComplaints(root: string): Promise<{ read: number; complaints: string[] }> {
  const files = globSync(
    roots.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  )
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
  const expressions = files.flatMap((file) => expressionsIn(file, readFileSync(join(root, file), 'utf8')))
  const complaints: string[] = []
  for (const [text, places] of Map.groupBy(expressions, written)) {
    const [one] = places
    const judged = one && (await check(one.source, one.flags, steps))
    if (!judged || judged.status === 'safe') continue
    const fault =
      judged.status === 'vulnerable'
        ? `takes ${judged.complexity.summary} time`
        : `could not be analysed (${judged.error.kind})`
    for (const { file, line } of places)
      if (!accepted[file]?.[text]) complaints.push(`${file}:${line}: ${text} ${fault}`)
  }
  const stale = Object.entries(accepted).flatMap(([file, texts]) =>
    Object.keys(texts)
      .filter(
        (text) => files.includes(file) && !expressions.some((each) => each.file === file && written(each) === text),
      )
      .map((text) => `${file}: ${text} is accepted in tools/check-expressions.ts, but no longer there`),
  )
  return { read: expressions.length, complaints: [...complaints, ...stale] }
}

/** Literals, and what is given to RegExp as far as the file itself says it: a part known only at run time counts as one letter. */
function expressionsIn(file: string, text: string): Expression[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const constants = new Map<string, ts.Expression>()
  const found: Expression[] = []
  const visit = (node: ts.Node): void => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer)
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ file, line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [source, flags] = node.arguments ?? []
      found.push({
        file,
        line,
        source: source ? textOf(source, constants) : '',
        flags: flags ? textOf(flags, constants) : '',
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function textOf(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>, isRaw = false): string {
  if (ts.isNoSubstitutionTemplateLiteral(node) && isRaw) return node.rawText ?? node.text
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTaggedTemplateExpression(node)) return textOf(node.template, constants, true)
  if (ts.isTemplateExpression(node)) {
    const own = (part: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail) =>
      isRaw ? (part.rawText ?? part.text) : part.text
    return (
      own(node.head) +
      node.templateSpans.map(({ expression, literal }) => textOf(expression, constants) + own(literal)).join('')
    )
  }
  const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined
  return constant ? textOf(constant, constants) : 'x'
}

const { read, complaints } = await expressionComplaints(process.cwd())
for (const complaint of complaints) console.error(complaint)
console.log(`expressions: ${read} read, ${complaints.length} complaint(s)`)
process.exitCode = read === 0 || complaints.length > 0 ? 1 : 0
