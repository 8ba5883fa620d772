import type { getYearClosing as contract } from '#features/surplus/year-closing/contract.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { type Day, dayIn, dayText } from '#domain/calendar.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { getBooks } from '#features/accounting/books/server/get-books.ts'
import { findClosingItems } from './find-closing-items.ts'
import { findAcceptances } from './queries.ts'

/** What is missing before a year can be closed, or what was accepted when it was. Refuses: year_unknown. */
export async function getYearClosing(
  tx: Tx,
  actor: TenantActor,
  { yearEnd }: Parsed<typeof contract>,
  context: Pick<Context, 'now'>,
): Promise<Replied<typeof contract>> {
  const { officers, years } = await getBooks(tx, actor, {}, context)
  const year =
    years.find(({ to }) => to === yearEnd) ??
    refuse('year_unknown', { field: 'yearEnd', end: dayText(years.at(-1)?.to ?? yearEnd) })
  const isOver = yearEnd < dayIn(context.now)
  return {
    from: year.from,
    yearEnd,
    surplus: year.surplus,
    officers,
    waitsBecause: year.waitsBecause,
    closing: year.closing && {
      number: year.closing.number,
      by: year.closing.by,
      at: year.closing.at,
      accepted: await findAcceptances(tx, yearEnd),
    },
    items: isOver
      ? await findClosingItems(tx, actor, { to: yearEnd, unclosedBefore: unclosedBefore(years, yearEnd) }, context)
      : [],
  }
}

/** Earlier years that left something on income and expenses, the newest first. */
export function unclosedBefore(
  years: readonly { to: Day; surplus: bigint; closing: unknown }[],
  yearEnd: Day,
): { to: Day }[] {
  return years.filter(({ to, surplus, closing }) => to < yearEnd && surplus !== 0n && closing === null)
}
