import { useQuery } from '@tanstack/react-query'
import { listMemberViews } from '#features/members/register/contract.ts'
import { Bookmark, BookmarkPlus, Check, ListChecks, Users } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { query } from '#ui/api/query.ts'
import { Button } from '#ui/Button.tsx'
import { Menu } from '#ui/Menu.tsx'
import type { MemberView } from './register-api.ts'

const SaveViewDialog = lazy(async () => ({ default: (await import('./RegisterDialogs.tsx')).SaveViewDialog }))
const ManageViewsDialog = lazy(async () => ({ default: (await import('./RegisterDialogs.tsx')).ManageViewsDialog }))

type Shows = MemberView['shows']

/** Whether both show the same members in the same order; columns are a matter of taste. */
function isSame({ columns: _one, ...shows }: Shows, { columns: _other, ...others }: Shows): boolean {
  const text = (value: object) =>
    JSON.stringify(Object.entries(value).toSorted(([one], [next]) => one.localeCompare(next)))
  return text(shows) === text(others)
}

/** The person's saved views of the register, and the way to save one more. */
export function SavedViews({
  shows,
  onShow,
  onAll,
}: {
  shows: Shows
  onShow: (shows: Shows) => void
  onAll: () => void
}) {
  const { data: views = [] } = useQuery(query(listMemberViews, {}))
  const [doing, setDoing] = useState<'save' | 'manage'>()
  const current = views.find((view) => isSame(view.shows, shows))
  const isAll = isSame(shows, {})
  return (
    <>
      <Menu
        label="Views"
        align="start"
        trigger={(props) => (
          <Button icon={Bookmark} {...props}>
            {current?.name ?? (isAll ? 'All' : 'Views')}
          </Button>
        )}
        items={[
          { label: 'All', icon: isAll ? Check : Users, onSelect: onAll },
          ...views.map((view) => ({
            label: view.name,
            icon: view === current ? Check : Bookmark,
            onSelect: () => onShow(view.shows),
          })),
          'divider',
          { label: 'Save this view', icon: BookmarkPlus, onSelect: () => setDoing('save') },
          { label: 'Rename or delete', icon: ListChecks, onSelect: () => setDoing('manage') },
        ]}
      />
      <Suspense>
        {doing === 'save' && <SaveViewDialog shows={shows} onClose={() => setDoing(undefined)} />}
        {doing === 'manage' && <ManageViewsDialog views={views} onClose={() => setDoing(undefined)} />}
      </Suspense>
    </>
  )
}
