import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * Holds docs/security/asvs.md to what it says: every requirement of OWASP ASVS 5.0.0 at levels 1 and 2 once, each met
 * one with evidence that is there, none of level 1 open and few of level 2. A test that is evidence names its requirements
 * in a comment directly above it (`// ASVS V1.2.3, V4.5.6`), so that a reader who changes it knows what hangs on it.
 */
const page = 'docs/security/asvs.md'
const roots = ['app', 'core', 'database', 'dev', 'e2e', 'features', 'platform', 'site', 'tools', 'ui']
const requirements: Record<string, number> = { 1: 70, 2: 183 }
const openMax: Record<string, number> = { 1: 0, 2: 8 }

/** Requirements of level 1 that a change under way will meet. One that is open no longer is refused here, so that this list empties. */
const underWay: readonly string[] = []

const states = ['met', 'not applicable', 'open']

type Requirement = { number: string; level: string; state: string; asked: string; evidence: string }

export function asvsComplaints(root: string, awaited = underWay): { complaints: string[]; counts: string[] } {
  const found = read(root)
  const complaints: string[] = []
  const seen = new Set<string>()
  for (const each of found) {
    if (seen.has(each.number)) complaints.push(`${each.number} has two lines`)
    seen.add(each.number)
    complaints.push(...lineComplaints(root, each).map((complaint) => `${each.number}: ${complaint}`))
  }
  const counts = Object.entries(requirements).map(([level, wanted]) => {
    const ofLevel = found.filter((each) => each.level === level)
    const numbers = (state: string) => ofLevel.filter((each) => each.state === state).map(({ number }) => number)
    const open = numbers('open').filter((number) => !awaited.includes(number))
    if (ofLevel.length !== wanted)
      complaints.push(`level ${level} has ${ofLevel.length} lines, the standard ${wanted} requirements`)
    if (open.length > (openMax[level] ?? 0))
      complaints.push(
        `${open.length} of level ${level} are open (${open.join(', ')}), at most ${openMax[level]} may be`,
      )
    return `level ${level}: ${states.map((state) => `${numbers(state).length} ${state}`).join(', ')}`
  })
  for (const number of awaited.filter((each) => !found.some((one) => one.number === each && one.state === 'open')))
    complaints.push(`${number} is open no longer: take it off the list in tools/check-asvs.ts`)
  return { complaints: [...complaints, ...markComplaints(root, found)], counts }
}

function read(root: string): Requirement[] {
  return readFileSync(join(root, page), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, number = '', level = '', state = '', asked = '', evidence = ''] =
        /^\| (V[\d.]+) \|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|$/.exec(line) ?? []
      return number === ''
        ? []
        : [{ number, level: level.trim(), state: state.trim(), asked: asked.trim(), evidence: evidence.trim() }]
    })
}

type Named = { file: string; title?: string; name?: string }

/** The files of a line's evidence, each with the title of a test or a name in it. */
function namedIn(evidence: string): Named[] {
  return [...evidence.matchAll(/`([\w./-]+\.(?:tsx?|md|sql|cjs|json|conf))`(?:: ([^;]+)| \(`([^`]+)`\))?/g)].map(
    ([, file = '', title, name]) => ({ file, ...(title && { title: title.trim() }), ...(name && { name }) }),
  )
}

const isTestFile = (file: string) => /\.test\.tsx?$/.test(file)

function lineComplaints(root: string, { number, level, state, asked, evidence }: Requirement): string[] {
  const named = namedIn(evidence)
  return [
    ...(level in requirements ? [] : [`level ${level} is neither 1 nor 2`]),
    ...(states.includes(state) ? [] : [`“${state}” is none of ${states.join(', ')}`]),
    ...(asked === '' ? ['says not what is asked'] : []),
    ...(evidence === '' || (state === 'met' && named.length === 0) ? ['names no evidence'] : []),
    ...named.flatMap(({ file, title, name }) => {
      if (!existsSync(join(root, file))) return [`${file} is not there`]
      if (isTestFile(file))
        return title === undefined
          ? [`${file} is named without the title of a test`]
          : citedTest(root, number, file, title)
      const words = title ?? name
      return words !== undefined && !readFileSync(join(root, file), 'utf8').includes(words)
        ? [`${file} has no “${words}”`]
        : []
    }),
  ]
}

function citedTest(root: string, number: string, file: string, title: string): string[] {
  const [test, ...more] = testsIn(root, file).filter((each) => each.title.includes(title))
  if (!test) return [`${file} has no test “${title}”`]
  if (more.length > 0) return [`${file} has ${more.length + 1} tests “${title}”: cite more of the title`]
  if (test.isSkipped) return [`“${title}” in ${file} is skipped`]
  return test.marks.includes(number) ? [] : [`“${title}” in ${file} has no comment // ASVS ${number} directly above it`]
}

/** Marks in tests that no line of the page cites, or that are above no test. */
function markComplaints(root: string, found: readonly Requirement[]): string[] {
  const cited = found.flatMap(({ number, evidence }) => namedIn(evidence).map((each) => ({ number, ...each })))
  return globSync(
    roots.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    { cwd: root },
  )
    .toSorted()
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n')
      const marked = lines.flatMap((line, index) => (/^\s*\/\/ ASVS\b/.test(line) ? [index] : []))
      if (marked.length === 0) return []
      const tests = testsIn(root, file)
      return marked.flatMap((index) => {
        const test = tests.find((each) => each.line === index + 1)
        if (!test || test.marks.length === 0)
          return [`${file}:${index + 1}: “${lines[index]?.trim()}” is above no test`]
        const isCited = (number: string) =>
          cited.some((each) => each.number === number && each.file === file && test.title.includes(each.title ?? '\n'))
        return test.marks
          .filter((number) => !isCited(number))
          .map((number) => `${file}:${index + 1}: ${number} does not cite “${test.title}”`)
      })
    })
}

type Test = { title: string; line: number; marks: string[]; isSkipped: boolean }

/** The tests of a file: titles as they are written, the line where each begins (from 0), and what the comment above it names. */
function testsIn(root: string, file: string): Test[] {
  const text = readFileSync(join(root, file), 'utf8')
  const lines = text.split('\n')
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const tests: Test[] = []
  const visit = (node: ts.Node, isWithinSkipped: boolean): void => {
    let isSkipped = isWithinSkipped
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      const [called = '', ...kinds] = calledNames(node.expression.expression)
      const [title] = node.expression.arguments
      const isTest = ['test', 'it'].includes(called)
      if (isTest || called === 'describe') isSkipped ||= kinds.some((kind) => ['skip', 'todo', 'fixme'].includes(kind))
      if (isTest && title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
        const [, marks] = /^\/\/ ASVS (V[\d.]+(?:, V[\d.]+)*)$/.exec(lines[line - 1]?.trim() ?? '') ?? []
        const written = ts.isStringLiteralLike(title) ? title.text : title.getText().slice(1, -1)
        tests.push({ title: written, line, marks: marks?.split(', ') ?? [], isSkipped })
      }
    }
    ts.forEachChild(node, (child) => visit(child, isSkipped))
  }
  visit(tree, false)
  return tests
}

/** `test.each([…])` as `['test', 'each']`. */
function calledNames(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return [...calledNames(node.expression), node.name.text]
  if (ts.isCallExpression(node)) return calledNames(node.expression)
  return ts.isTaggedTemplateExpression(node) ? calledNames(node.tag) : []
}

if (import.meta.main) {
  const { complaints, counts } = asvsComplaints(process.cwd())
  for (const complaint of complaints) console.error(`${page}: ${complaint}`)
  console.log(`asvs: ${counts.join('; ')}; ${complaints.length} complaint(s)`)
  process.exitCode = complaints.length > 0 ? 1 : 0
}
