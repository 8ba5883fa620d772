import { Download } from 'lucide'
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { EmptyState } from './EmptyState.tsx'
import type { IconPicture } from './Icon.tsx'
import { List } from './List.tsx'
import { type Opens, useOpens } from './use-opens.tsx'
import { Page, Toolbar } from './Page.tsx'
import { SearchBox } from './SearchBox.tsx'
import { Select } from './Select.tsx'
import type { useList } from './use-list.ts'

const ListDownload = lazy(() =>
  import('./ListDownload.tsx').then(
    (file) => ({ default: file.ListDownload }),
    // A list is shown without its download where the network brings no more.
    () => ({ default: () => noDownload }),
  ),
)

/** The summary is what the columns' totals are read from. */
type Asked<Row> = ComponentProps<typeof List<Row>>['asked'] & { data: { summary?: unknown } | undefined }

type Listed<Row, Filters> = Pick<
  ReturnType<typeof useList>,
  'q' | 'limit' | 'set' | 'isFiltered' | 'asked' | 'endpoint'
> & { list: Asked<Row>; filters: Filters }

type ListProps<Row, Filters> = Omit<
  ComponentProps<typeof List<Row>>,
  'asked' | 'failed' | 'set' | 'caption' | 'empty' | 'loadingRows'
> & {
  /** `useList(listEmployers)`. */
  of: Listed<Row, Filters>
  /** What a row is and what rows are: “No employer matches”, “Failed to load the employers”. */
  words: readonly [one: string, many: string]
  /** What the search looks through, “Search employers”; a list without is not searched. */
  search?: string
  /** Choices beside the search, by their names in the contract. */
  filters?: {
    [Name in keyof Filters & string]?: {
      label: string
      /** Where nothing is chosen. */
      any: string
      options: readonly { value: string; label: string }[]
    }
  }
  /** Other things beside the search. */
  tools?: ReactNode
  /** What opens over it, each with a button beside the title, or beside the search where there is no title. */
  opens?: Opens
  /** Where there are no rows at all: what there is none of, and the first step: one of what opens, or another. */
  none: {
    icon: IconPicture
    title: string
    says?: ReactNode
    does?: readonly [name: string, label?: string]
    actions?: ReactNode
  }
}

/** In the place of the download until there is something to download, so that nothing moves when it comes. */
const noDownload = (
  <Button icon={Download} disabled>
    Download
  </Button>
)

/** The list itself: search and filters, its rows and the way to more. */
function Rows<Row, Filters extends { sort?: string | undefined }>({
  of: { list, q, limit, set, isFiltered, asked, endpoint, filters: chosen },
  words: [one, many],
  search,
  filters = {},
  tools,
  none,
  button,
  buttons,
  children,
  ...table
}: Omit<ListProps<Row, Filters>, 'opens'> & {
  caption: string
  children?: ReactNode
  button: ReturnType<typeof useOpens>['button']
  buttons?: ReactNode
}) {
  const names = Object.keys(filters) as (keyof typeof filters)[]
  const { sort } = chosen
  const totals = list.data && endpoint.table?.totals?.(list.data.summary as never)
  return (
    <>
      {(search || endpoint.table) && (
        <Toolbar>
          {search && <SearchBox label={search} value={q} onSearch={(text) => set({ q: text })} />}
          {names.map((name) => {
            const { label, any, options } = filters[name]!
            return (
              <Select
                key={name}
                hideLabel
                label={label}
                value={String(chosen[name] ?? '')}
                placeholder={any}
                options={options}
                onChange={(value) => set({ [name]: value })}
              />
            )
          })}
          {tools}
          {endpoint.table &&
            (list.data?.meta?.total ? (
              <Suspense fallback={noDownload}>
                <ListDownload endpoint={endpoint} asked={asked} />
              </Suspense>
            ) : (
              noDownload
            ))}
          {buttons}
        </Toolbar>
      )}
      {children}
      <List
        {...(totals && { totals: { [table.columns[0]?.key ?? '']: 'Total', ...totals } })}
        {...table}
        compared
        asked={list}
        failed={`Failed to load the ${many}`}
        set={set}
        loadingRows={limit}
        sort={sort ?? table.sort}
        empty={
          <EmptyState
            icon={none.icon}
            title={isFiltered ? `No ${one} matches` : none.title}
            actions={
              isFiltered ? (
                <Button
                  onClick={() =>
                    set({ q: '', ...Object.fromEntries(Object.keys(chosen).map((name) => [name, ''])), sort })
                  }
                >
                  Show all {many}
                </Button>
              ) : none.does ? (
                button(...none.does)
              ) : (
                none.actions
              )
            }
          >
            {!isFiltered && none.says}
          </EmptyState>
        }
      />
    </>
  )
}

/**
 * A list: search and filters, its rows, the way to more, and what opens over it. `columns` are said once, outside of the
 * component so that only rows with other data draw again, and make the table, its cards on phones and its totals. Page, search,
 * filters, order and what is open are in the address; while rows load and when they can't be loaded it says so. `children`
 * stand above the rows.
 */
export function ListCard<Row, Filters extends { sort?: string | undefined }>({
  title,
  description,
  opens = [],
  ...rest
}: ListProps<Row, Filters> & { caption: string } & Pick<
    ComponentProps<typeof Card>,
    'title' | 'description' | 'children'
  >) {
  const { button, buttons, form } = useOpens(opens)
  return (
    <Card flush title={title} description={description} actions={title && buttons}>
      <Rows {...rest} button={button} buttons={!title && buttons} />
      {form}
    </Card>
  )
}

/** A page that is one list (`ListCard`): its buttons are the page's, `above` stands over the list. */
export function ListPage<Row, Filters extends { sort?: string | undefined }>({
  title,
  description,
  actions,
  above,
  opens = [],
  caption = title,
  ...rest
}: ListProps<Row, Filters> &
  Pick<ComponentProps<typeof Page>, 'title' | 'description' | 'actions'> & { above?: ReactNode; caption?: string }) {
  const { button, buttons, form } = useOpens(opens)
  return (
    <Page
      title={title}
      description={description}
      actions={
        <>
          {actions}
          {buttons}
        </>
      }
    >
      {above}
      <Card flush>
        <Rows {...rest} caption={caption} button={button} />
      </Card>
      {form}
    </Page>
  )
}
