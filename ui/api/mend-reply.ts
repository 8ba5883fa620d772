import * as z from 'zod/mini'

type Path = readonly PropertyKey[]
type Issue = z.core.$ZodIssue
/** A word of the reply that the contract does not name, and where it was. */
type Unknown = { path: Path; word: unknown }

/**
 * Reads a reply by its contract, also that of a newer server than this version of the app: fields that it does not know are
 * left out, and a word that is none of a list's stays as it was sent. Anything else that is wrong throws.
 */
export function mendReply<Schema extends z.ZodMiniType>(schema: Schema, data: unknown): z.output<Schema> {
  const first = z.safeDecode(schema, data as z.input<Schema>)
  if (first.success) return first.data
  // Within one more field, so that the reply itself may be what is replaced.
  const copy = { reply: structuredClone(data) }
  const unknown: Unknown[] = []
  // What is mended may show a problem further inside.
  for (let round = 0; round < 5; round += 1) {
    const again = z.safeDecode(schema, copy.reply as z.input<Schema>, withoutChecks)
    if (again.success) {
      if (round === 0) break
      const read = { reply: again.data }
      for (const { path, word } of unknown) put(read, path, word)
      return read.reply
    }
    if (!again.error.issues.every((issue) => mend(copy, ['reply'], issue, unknown))) break
  }
  throw first.error
}

/** What fields have to do with each other is not known where one has an unknown word. */
const withoutChecks: z.core.ParseContextInternal<Issue> = { skipChecks: true }

/** Takes out what is not known, with a known word in the place of an unknown one; false where something else is wrong. */
function mend(copy: object, before: Path, issue: Issue, unknown: Unknown[]): boolean {
  const path = [...before, ...issue.path]
  const value = at(copy, path)
  if (issue.code === 'unrecognized_keys' && typeof value === 'object' && value !== null)
    return issue.keys.every((key) => Reflect.deleteProperty(value, key))
  if (issue.code === 'invalid_value' && (typeof value === 'string' || typeof value === 'number')) {
    unknown.push({ path, word: value })
    put(copy, path, issue.values[0])
    return true
  }
  if (issue.code !== 'invalid_union') return false
  const fitting = issue.errors.find((issues) => issues.length > 0 && issues.every((each) => isUnknown(value, each)))
  return fitting !== undefined && fitting.every((each) => mend(copy, path, each, unknown))
}

function isUnknown(value: unknown, issue: Issue): boolean {
  return mend(structuredClone({ value }), ['value'], issue, [])
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((inner, key) => (inner as Record<PropertyKey, unknown> | undefined | null)?.[key], value)
}

function put(value: object, path: Path, word: unknown): void {
  const inner = at(value, path.slice(0, -1))
  if (typeof inner === 'object' && inner !== null) Reflect.set(inner, path.at(-1) ?? '', word)
}
