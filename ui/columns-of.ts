import type { Endpoint, Replied } from '#core/contract/endpoint.ts'
import type { Column } from './Table.tsx'

type Downloaded = Endpoint & { table: NonNullable<Endpoint['table']> }
type Look<Row> = Pick<Column<Row>, 'to' | 'note' | 'align' | 'width' | 'card'> & {
  /** What is no plain value. */
  cell?: Exclude<Column<Row>['cell'], undefined>
}

/**
 * The columns of a list that is `downloadable`, as its screen has them, in the order of its files. `looks` says of a column, by its key, what
 * a screen has besides: where it leads, its place on a card, a cell that is no plain value.
 */
export function columnsOf<E extends Downloaded>(
  { table }: E,
  looks: { [Key in E['table']['columns'][number]['key']]?: Look<Replied<E>> } = {},
): Column<Replied<E>>[] {
  return table.columns
    .filter(({ inFiles }) => !inFiles)
    .map(({ key, header, kind, of, sort }) => {
      const look: Look<Replied<E>> | undefined = looks[key as keyof typeof looks]
      return { key, header, sort, ...(look?.cell ? {} : { kind, of }), ...look } as Column<Replied<E>>
    })
}
