import { foldForSearch } from '#core/searching.ts'

/** The text by which the super admin finds a cooperative. */
export function searchTextOf({ name, coopId, phone }: { name: string; coopId: string; phone: string }): string {
  return foldForSearch(`${name} ${coopId} ${phone}`)
}
