/** One setting or field that was changed. */
export type FieldChange = {
  field: string
  before: string | number | boolean | null
  after: string | number | boolean | null
}

/** What differs between two states of the same thing; amounts of kobo as text. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldChange[] {
  return Object.keys(after).flatMap((field) => {
    const change = { field, before: plain(before[field]), after: plain(after[field]) }
    return change.before === change.after ? [] : [change]
  })
}

function plain(value: unknown): FieldChange['before'] {
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
