import { EllipsisVertical } from 'lucide'
import { IconButton } from './Button.tsx'
import { Menu, type MenuItem } from './Menu.tsx'
import type { Column } from './Table.tsx'

/** The last column of a table: what can be done with a row, which is called by its `name`. Without an item there is no menu. */
export function menuColumn<Row>(
  name: (row: Row) => string,
  items: (row: Row) => readonly MenuItem[],
  card?: Column<Row>['card'],
): Column<Row> {
  return {
    key: 'menu',
    header: '',
    width: '64px',
    ...(card && { card }),
    cell: (row) => {
      const label = `Actions for ${name(row)}`
      const offered = items(row)
      return (
        offered.length > 0 && (
          <Menu
            label={label}
            items={offered}
            trigger={(props) => <IconButton icon={EllipsisVertical} label={label} {...props} />}
          />
        )
      )
    },
  }
}
