import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import type { Seen, SeenStatement } from '#dev/testing/seen-rows.ts'

/**
 * Compares the type that the code gives to the rows of each statement (`tx.many<Row>`, `maybe`, `one`, and of each list, `pageOf`) with what the
 * database answered while the server's tests ran: columns, their kinds, null, and what JSON holds inside.
 */
type Site = { at: string; patterns: Pattern[]; row: ts.Type; node: ts.Node }

/** What of a statement's text is known from the code: its fixed parts in their order, with anything between two. */
type Pattern = string[]

/** What is bound has a number of its own in each text. */
const bound = '$?'

const rowsOf = new Set(['many', 'maybe', 'one'])

/** The complaints, and how many statements there are. Throws where the project can't be read. */
export function rowComplaints(
  configPath: string,
  seen: readonly SeenStatement[],
  { isWhole }: { isWhole: boolean },
): { statements: number; complaints: string[] } {
  const { program, root } = openProject(configPath)
  const checker = program.getTypeChecker()
  const complaints: string[] = []
  const sites = program
    .getSourceFiles()
    .filter(({ fileName, isDeclarationFile }) => !isDeclarationFile && !/\.test\.ts$|\/testing\//.test(fileName))
    .flatMap((source) => sitesIn(source, checker, root, complaints))
  const ofSite = new Map(sites.map((site) => [site, [] as SeenStatement[]]))
  for (const one of seen) {
    const text = one.text.replaceAll(/\$\d+/g, bound)
    const matches = sites.map((site) => Math.max(...site.patterns.map((pattern) => lengthMatched(pattern, text))))
    const best = Math.max(...matches)
    if (best > 0) sites.forEach((site, index) => matches[index] === best && ofSite.get(site)?.push(one))
  }
  for (const [{ at, row, node }, found] of ofSite) {
    if (found.length === 0 && isWhole) complaints.push(`${at}: no test runs this statement`)
    for (const { columns: all } of found) {
      const { rowsFound: _counted, ...columns } = all
      const inside = new Comparison(checker, node)
      complaints.push(...inside.columns(columns, row).map((complaint) => `${at}: ${complaint}`))
    }
  }
  return { statements: sites.length, complaints: [...new Set(complaints)] }
}

function openProject(configPath: string): { program: ts.Program; root: string } {
  const root = join(configPath, '../..')
  const config = ts.getParsedCommandLineOfConfigFile(
    configPath,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
      },
    },
  )
  if (!config) throw new Error(`${configPath} can't be read`)
  return { program: ts.createProgram(config.fileNames, config.options), root }
}

function sitesIn(source: ts.SourceFile, checker: ts.TypeChecker, root: string, complaints: string[]): Site[] {
  const sites: Site[] = []
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (!ts.isCallExpression(node)) return
    if (ts.isIdentifier(node.expression) && node.expression.text === 'pageOf')
      sites.push(...sitesOfList(node, checker, relative(root, source.fileName)))
    if (!ts.isPropertyAccessExpression(node.expression)) return
    const method = node.expression.name.text
    if (!rowsOf.has(method)) return
    if (checker.getTypeAtLocation(node.expression.expression).symbol?.name !== 'Tx') return
    const [statement] = node.arguments
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    const at = `${relative(root, source.fileName)}:${line + 1}`
    // What Tx itself and the lists pass on is looked at where it is called.
    if (!statement || /\/db\/(tx|page-of)\.ts$/.test(source.fileName)) return
    const patterns = patternsOf(statement, checker)
    if (patterns.every((pattern) => pattern.join('').trim() === ''))
      complaints.push(`${at}: the text of the statement can't be found from here`)
    const row = rowOf(node, checker, method)
    if (row) sites.push({ at, patterns, row, node })
  }
  visit(source)
  return sites
}

/** The two statements of a list (platform/db/page-of.ts): its rows, and how many there are with their totals. */
function sitesOfList(call: ts.CallExpression, checker: ts.TypeChecker, file: string): Site[] {
  const [, list] = call.arguments
  const signature = checker.getResolvedSignature(call)
  const given = signature?.parameters[1]
  if (!list || !ts.isObjectLiteralExpression(list) || !given) return []
  const listType = checker.getTypeOfSymbolAtLocation(given, call)
  const { line } = call.getSourceFile().getLineAndCharacterOfPosition(call.getStart())
  const partOf = (name: string): Pattern[] | undefined => {
    const property = list.properties.find((each) => each.name?.getText() === name)
    if (!property || !ts.isPropertyAssignment(property)) return undefined
    const { initializer } = property
    const returned = ts.isFunctionLike(initializer) ? returnsOf(initializer) : [initializer]
    return returned.flatMap((node) => patternsOf(node, checker))
  }
  const siteOf = (before: string, part: string, taker: string): Site[] => {
    const columns = partOf(part)
    const row = firstParameterOf(listType, taker, checker, call)
    if (!columns || !row) return []
    const patterns = columns.flatMap((column) =>
      (partOf('from') ?? []).map((from) =>
        [before, ' from ', ''].reduce<Pattern>(
          (all, text, index) => joined(joined(all, [text]), [column, from, unknown][index] ?? ['']),
          [''],
        ),
      ),
    )
    return [{ at: `${file}:${line + 1}, ${part}`, patterns, row, node: call }]
  }
  return [...siteOf('select ', 'select', 'row'), ...siteOf('select count(*)::int as rows_found, ', 'totals', 'summary')]
}

/** What the function under this name takes first. */
function firstParameterOf(type: ts.Type, name: string, checker: ts.TypeChecker, node: ts.Node): ts.Type | undefined {
  const property = type.getProperty(name)
  const taker = property && checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(property, node))
  const parameter = taker?.getCallSignatures()[0]?.parameters[0]
  return parameter && checker.getTypeOfSymbolAtLocation(parameter, node)
}

/** How many letters of the text the pattern knows, or 0 where the text is another. */
function lengthMatched(pattern: Pattern, text: string): number {
  const [first = '', ...rest] = pattern
  const last = rest.pop()
  if (last === undefined) return text === first ? first.length : 0
  if (!text.startsWith(first)) return 0
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found === -1) return 0
    at = found + part.length
  }
  return text.endsWith(last) && text.length - last.length >= at ? pattern.join('').length : 0
}

const unknown: Pattern = ['', '']

/** The patterns that an expression may be: a template, a name of one, a function that returns one, either of two. */
function patternsOf(expression: ts.Node, checker: ts.TypeChecker, depth = 0): Pattern[] {
  if (depth > 8) return [unknown]
  const inside = (node: ts.Node | undefined) => (node ? patternsOf(node, checker, depth + 1) : [unknown])
  if (ts.isParenthesizedExpression(expression)) return inside(expression.expression)
  if (ts.isConditionalExpression(expression)) return [...inside(expression.whenTrue), ...inside(expression.whenFalse)]
  if (ts.isIdentifier(expression)) return inside(initializerOf(expression, checker))
  if (ts.isTaggedTemplateExpression(expression)) {
    const { template } = expression
    if (ts.isNoSubstitutionTemplateLiteral(template)) return [[template.text]]
    return template.templateSpans.reduce<Pattern[]>(
      (before, { expression: value, literal }) => {
        const isStatement = checker.getTypeAtLocation(value).symbol?.name === 'Statement'
        const values = isStatement ? inside(value) : [[bound]]
        // Too many to look at one by one are anything.
        const some = before.length * values.length > 64 ? [unknown] : values
        return before.flatMap((pattern) => some.map((one) => joined(joined(pattern, one), [literal.text])))
      },
      [[template.head.text]],
    )
  }
  if (!ts.isCallExpression(expression)) return [unknown]
  const called = declarationOf(expression.expression, checker)
  const returned = called ? returnsOf(called) : []
  return returned.length > 0 ? returned.flatMap(inside) : [unknown]
}

function joined(one: Pattern, other: Pattern): Pattern {
  return [...one.slice(0, -1), `${one.at(-1)}${other[0]}`, ...other.slice(1)]
}

function initializerOf(name: ts.Identifier, checker: ts.TypeChecker): ts.Node | undefined {
  const declaration = declarationOf(name, checker)
  return declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
}

function declarationOf(node: ts.Node, checker: ts.TypeChecker): ts.Declaration | undefined {
  let symbol = checker.getSymbolAtLocation(node)
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
  return symbol?.valueDeclaration
}

function returnsOf(declaration: ts.Node): ts.Node[] {
  if (ts.isVariableDeclaration(declaration)) return declaration.initializer ? returnsOf(declaration.initializer) : []
  if (ts.isArrowFunction(declaration) && !ts.isBlock(declaration.body)) return [declaration.body]
  if (!ts.isFunctionLike(declaration)) return []
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression)
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit)
  }
  ts.forEachChild(declaration, visit)
  return found
}

/** The type of one row of `Promise<Row[]>`, `Promise<Row | undefined>` or `Promise<Row>`. */
function rowOf(call: ts.CallExpression, checker: ts.TypeChecker, method: string): ts.Type | undefined {
  const promised = checker.getAwaitedType(checker.getTypeAtLocation(call))
  if (!promised) return undefined
  return method === 'many' ? checker.getIndexTypeOfType(promised, ts.IndexKind.Number) : promised.getNonNullableType()
}

const primitives: [ts.TypeFlags, string][] = [
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BigIntLike, 'bigint'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.Null, 'null'],
  [ts.TypeFlags.Undefined, 'undefined'],
]

class Comparison {
  readonly #checker: ts.TypeChecker
  readonly #at: ts.Node
  constructor(checker: ts.TypeChecker, at: ts.Node) {
    this.#checker = checker
    this.#at = at
  }

  columns(columns: Record<string, Seen>, row: ts.Type): string[] {
    const declared = this.#properties([row])
    // Where no type is given, the code asks only whether there is a row.
    if (declared.size === 0) return []
    const missing = [...declared]
      .filter(([name, { optional }]) => !optional && !(name in columns))
      .map(([name]) => name)
    return [
      ...missing.map((name) => `the type has “${name}”, which the statement does not select`),
      ...Object.entries(columns).flatMap(([name, seen]) => {
        const types = declared.get(name)?.types
        return types
          ? this.#value(name, seen, types)
          : [`the statement selects “${name}”, which the type does not have`]
      }),
    ]
  }

  #value(path: string, seen: Seen, types: readonly ts.Type[]): string[] {
    const members = types.flatMap((type) => (type.isUnion() ? type.types : [type]))
    if (members.some(({ flags }) => flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown))) return []
    const kinds = members.map((member) => this.#kindOf(member))
    const of = (kind: string) => members.filter((_, index) => kinds[index] === kind)
    return [
      ...seen.kinds
        .filter((kind) => !kinds.includes(kind))
        .map((kind) => `“${path}” is ${kind} in the database and ${[...new Set(kinds)].join(' or ')} in the type`),
      ...this.#words(path, seen, of('string')),
      ...(seen.objects > 0 && kinds.includes('object') ? this.#object(path, seen, of('object')) : []),
      ...(seen.items && kinds.includes('array')
        ? this.#value(
            `${path}[]`,
            seen.items,
            of('array').flatMap((type) => this.#elements(type)),
          )
        : []),
    ]
  }

  #words(path: string, { words }: Seen, types: readonly ts.Type[]): string[] {
    if (!words || types.length === 0 || !types.every((type) => type.isStringLiteral())) return []
    const allowed = types.map((type) => (type as ts.StringLiteralType).value)
    return words
      .filter((word) => !allowed.includes(word))
      .map((word) => `“${path}” is '${word}', which the type does not list`)
  }

  #object(path: string, seen: Seen, types: readonly ts.Type[]): string[] {
    const index = types.flatMap((type) => this.#checker.getIndexTypeOfType(type, ts.IndexKind.String) ?? [])
    const declared = this.#properties(types)
    return [
      ...[...declared]
        .filter(([name, { optional }]) => !optional && (seen.keys[name]?.times ?? 0) < seen.objects)
        .map(([name]) => `“${path}” has no “${name}” in the database`),
      ...Object.entries(seen.keys).flatMap(([name, { value }]) => {
        // JSON may hold more than this code reads.
        const known = declared.get(name)?.types ?? index
        return known.length > 0 ? this.#value(`${path}.${name}`, value, known) : []
      }),
    ]
  }

  /** The properties of any of these types; one that some of them lack is optional. */
  #properties(types: readonly ts.Type[]): Map<string, { types: ts.Type[]; optional: boolean }> {
    const found = new Map<string, { types: ts.Type[]; optional: boolean; times: number }>()
    const members = types.flatMap((type) => (type.isUnion() ? type.types : [type]))
    for (const member of members)
      for (const property of this.#checker.getPropertiesOfType(member)) {
        const one = found.get(property.name) ?? { types: [], optional: false, times: 0 }
        one.types.push(this.#checker.getTypeOfSymbolAtLocation(property, this.#at))
        one.times++
        one.optional ||= (property.flags & ts.SymbolFlags.Optional) !== 0
        found.set(property.name, one)
      }
    for (const one of found.values()) one.optional ||= one.times < members.length
    return found
  }

  #elements(type: ts.Type): ts.Type[] {
    const element = this.#checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    return element ? [element] : []
  }

  #kindOf(type: ts.Type): string {
    const parts = type.isIntersection() ? type.types : [type]
    for (const part of parts) {
      const primitive = primitives.find(([flag]) => part.flags & flag)
      if (primitive) return primitive[1]
    }
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type)) return 'array'
    const name = type.symbol?.name
    if (name === 'Date') return 'Date'
    return name === 'Buffer' || name === 'Uint8Array' ? 'Buffer' : 'object'
  }
}

/** What all processes of a test run saw, each statement once. */
export function mergeSeen(all: readonly SeenStatement[]): SeenStatement[] {
  const merged = new Map<string, SeenStatement>()
  for (const one of all) {
    const known = merged.get(one.text)
    if (!known) merged.set(one.text, structuredClone(one))
    else for (const [name, seen] of Object.entries(one.columns)) known.columns[name] = both(known.columns[name], seen)
  }
  return [...merged.values()]
}

function both(one: Seen | undefined, other: Seen): Seen {
  if (!one) return other
  const items = one.items && other.items ? both(one.items, other.items) : (one.items ?? other.items)
  const keys = { ...one.keys }
  for (const [name, { times, value }] of Object.entries(other.keys)) {
    const known = keys[name]
    keys[name] = known ? { times: known.times + times, value: both(known.value, value) } : { times, value }
  }
  return {
    kinds: [...new Set([...one.kinds, ...other.kinds])],
    words: one.words && other.words && [...new Set([...one.words, ...other.words])],
    objects: one.objects + other.objects,
    keys,
    ...(items && { items }),
  }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const folder = join(root, 'test-results/rows')
  const seen = readdirSync(folder).flatMap(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SeenStatement[],
  )
  const { statements, complaints } = rowComplaints(join(root, 'platform/tsconfig.json'), mergeSeen(seen), {
    isWhole: process.argv[2] !== 'some',
  })
  for (const complaint of complaints) console.error(complaint)
  console.log(`rows: ${statements} statements, ${complaints.length} complaint(s)`)
  process.exitCode = statements === 0 || complaints.length > 0 ? 1 : 0
}
