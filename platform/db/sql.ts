import { createHash } from 'node:crypto'

/** One SQL statement with its bound values. Only the `sql` tag makes it, so no value is ever pasted into the text. */
export class Statement {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

/** Writes a statement; a value that is itself a statement is spliced in, everything else is bound. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  return new Statement(strings, values)
}

/**
 * A table or column by its name in the catalogue, such as `app.member`. Throws for anything but lower-case words: no text of a
 * request is one.
 */
export function identifier(name: string): Statement {
  if (!/^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?$/.test(name)) throw new Error(`${name} is no name of the catalogue`)
  return new Statement(
    [
      name
        .split('.')
        .map((part) => `"${part}"`)
        .join('.'),
    ],
    [],
  )
}

/** The column that holds a field: `nextOfKinPhone` is in `next_of_kin_phone`. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const fields = new Map<string, string>()

/** The field that a column is: `next_of_kin_phone` is `nextOfKinPhone`. Kept, because every statement asks for all of its columns. */
export function fieldOf(column: string): string {
  let field = fields.get(column)
  if (field === undefined) {
    field = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    fields.set(column, field)
  }
  return field
}

/** Statements joined by commas. */
export function listOf(statements: readonly Statement[]): Statement {
  const [first, ...rest] = statements
  if (!first) throw new Error('A list has at least one part')
  return rest.reduce((joined, next) => sql`${joined}, ${next}`, first)
}

/** Statements joined by ` and `; `true` where there is none. */
export function allOf(conditions: readonly Statement[]): Statement {
  const [first, ...rest] = conditions
  if (!first) return sql`true`
  return rest.reduce((joined, next) => sql`${joined} and ${next}`, first)
}

/** The pattern of `like` for rows that contain a text; % and _ in what a person typed are letters, not patterns. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/**
 * An array of numbers, identifiers or our own words, as PostgreSQL reads it: the driver would look in each of a million for
 * what to escape. Throws for a word that needs it.
 */
export function plainArray(values: readonly (number | bigint | string | null)[]): string {
  const joined = values.map((value) => value ?? 'NULL').join(',')
  if (/[^\w,.-]/.test(joined)) throw new Error('Only what needs no escape is a plain array')
  return `{${joined}}`
}

const names = new Map<string, string>()

/** The text with $1, $2, … and a name by which PostgreSQL keeps its plan. */
export function compile(statement: Statement): { text: string; values: unknown[]; name: string } {
  const values: unknown[] = []
  const text = render(statement, values)
  let name = names.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return { text, values, name }
}

function render({ strings, values }: Statement, bound: unknown[]): string {
  let text = strings[0] ?? ''
  values.forEach((value, index) => {
    text += value instanceof Statement ? render(value, bound) : `$${bound.push(value)}`
    text += strings[index + 1] ?? ''
  })
  return text
}
