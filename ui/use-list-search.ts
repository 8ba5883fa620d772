import { searchText } from '#ui/router/paths.ts'
import { go, useSearch } from '#ui/router/place.ts'
import { useCallback, useState } from 'react'

/**
 * Page, search, sort and filters of a list, kept in the address: links, Back and reloads find the same list.
 * `set` changes what it names (undefined removes it) and goes back to page 1 unless it names the page.
 */
export function useListSearch() {
  const search = useSearch()
  const set = useCallback((changes: Record<string, string | number | undefined>) => {
    // Read from the address itself: two changes in one moment both count.
    const before = Object.fromEntries(new URLSearchParams(location.search))
    void go(location.pathname + searchText({ ...before, page: undefined, ...changes }), {
      replace: true,
      keepScroll: true,
    })
  }, [])
  return {
    page: positive(search['page']) ?? 1,
    limit: Math.min(positive(search['limit']) ?? 10, 100),
    q: search['q'] ?? '',
    sort: search['sort'],
    /** Any other parameter by name. */
    filter: (name: string): string => search[name] ?? '',
    /** The same where only some values have a meaning; any other reads as undefined. */
    choice: <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
      values.find((value) => value === search[name]),
    set,
  }
}

/**
 * What a page says about its list: while the rows of a new filter are on their way it still says what the rows before were,
 * as the new words with the old figures would be untrue.
 */
export function useSettled(text: string | undefined, isBusy: boolean): string | undefined {
  const [settled, setSettled] = useState(text)
  if (isBusy) return settled
  if (settled !== text) setSettled(text)
  return text
}

function positive(text: string | undefined): number | undefined {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : undefined
}
