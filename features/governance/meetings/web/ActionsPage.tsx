import { Download, ListChecks } from 'lucide'
import { exportActions, listActions } from '#features/governance/actions/contract.ts'
import type { FileFormat } from '#core/file-format.ts'
import { sentence } from '#ui/api/api-error.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { Menu } from '#ui/Menu.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { plural } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { toast } from '#ui/toast.ts'
import { useList } from '#ui/use-list.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { actionColumnsOf, useActionDialogs } from './ActionTable.tsx'

const shows = ['open', 'overdue', 'done', 'dropped'] as const
const noneOf: Record<(typeof shows)[number], string> = {
  open: 'No open actions',
  overdue: 'Nothing is overdue',
  done: 'Nothing was done yet',
  dropped: 'Nothing was dropped',
}

/** What all meetings decided is to be done. */
export function ActionsPage() {
  const show = useListSearch().choice('show', shows) ?? 'open'
  const { list, filters, q, set } = useList(listActions, { show })
  const { dialogs, onDo } = useActionDialogs()
  const overdue = list.data?.summary.overdue ?? 0
  const save = (format: FileFormat) =>
    saveDownload(exportActions, { show, q: q || undefined, format }, `actions.${format}`).catch((error: unknown) =>
      toast.error(sentence(error)),
    )
  return (
    <Page
      title="Actions"
      description={
        overdue > 0
          ? `${plural(overdue, 'action')} overdue. Members are reminded of theirs.`
          : 'What meetings decided, by whom and by when. Members are reminded of theirs.'
      }
      actions={
        <Menu
          label="Download"
          trigger={(props) => (
            <Button icon={Download} {...props}>
              Download
            </Button>
          )}
          items={[
            { label: 'As Excel', onSelect: () => void save('xlsx') },
            { label: 'As PDF', onSelect: () => void save('pdf') },
            { label: 'As CSV', onSelect: () => void save('csv') },
          ]}
        />
      }
    >
      <Tabs
        label="Actions"
        tabs={[
          { key: 'open', label: 'Open' },
          { key: 'overdue', label: 'Overdue' },
          { key: 'done', label: 'Done' },
          { key: 'dropped', label: 'Dropped' },
        ]}
        active={show}
        onChange={(next) => set({ show: next === 'open' ? undefined : next, page: undefined })}
      >
        <Card flush>
          <Toolbar>
            <SearchBox label="Search action or member" value={q} onSearch={(text) => set({ q: text })} />
          </Toolbar>
          <List
            asked={list}
            failed="Failed to load the actions"
            set={set}
            caption="Actions"
            columns={actionColumnsOf({ onDo, withMeeting: true })}
            rowKey={({ id }) => id}
            sort={filters.sort ?? 'dueOn'}
            loadingRows={4}
            empty={
              <EmptyState icon={ListChecks} title={q === '' ? noneOf[show] : 'No action matches'}>
                Actions are recorded with the minutes of a meeting.
              </EmptyState>
            }
          />
        </Card>
      </Tabs>
      {dialogs}
    </Page>
  )
}
