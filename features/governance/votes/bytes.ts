import { textOf } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/governance/meetings/strings.ts'

/** So many bytes in base64url without padding. */
export function bytes(length: number) {
  const letters = Math.ceil((length * 4) / 3)
  return textOf(
    letters,
    (text) => text.length === letters && /^[A-Za-z0-9_-]*$/.test(text),
    fill(strings.sendBytesAsBase64url, { length }),
  )
}
