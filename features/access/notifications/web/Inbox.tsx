import { listNotifications } from '#features/access/notifications/contract.ts'
import { Bell, Check, Trash2 } from 'lucide'
import { type ReactNode, useMemo } from 'react'
import { notificationTypes } from '#features/access/notifications/rules/notification.ts'
import { AgoText } from '#ui/AgoText.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { toast } from '#ui/toast.ts'
import { useList } from '#ui/use-list.ts'
import './Inbox.css'
import { NotificationText } from './NotificationText.tsx'
import { TypeTag, typeWords } from './TypeTag.tsx'
import { type Notification, useInboxActions } from './api.ts'
import * as strings from './strings.ts'

const undoMilliseconds = 6000

/** Everything the person was told, with what can be done about each; `none` is where that is nothing. */
export function Inbox({ none }: { none: ReactNode }) {
  const { list, set, filters } = useList(listNotifications, {}, { staleTime: 0 })
  const { type, status } = filters
  const columns = useColumns()
  return (
    <>
      <Toolbar>
        <Select
          hideLabel
          label={strings.type}
          value={type ?? ''}
          placeholder={strings.allTypes}
          options={optionsOf(notificationTypes, typeWords)}
          onChange={(value) => set({ type: value })}
        />
        <Select
          hideLabel
          label={strings.status}
          value={status ?? ''}
          placeholder={strings.anyStatus}
          options={[
            { value: 'unread', label: strings.unread },
            { value: 'read', label: strings.read },
          ]}
          onChange={(value) => set({ status: value })}
        />
      </Toolbar>
      <List
        asked={list}
        failed={strings.failedToLoadTheNotifications}
        set={set}
        caption={strings.notifications}
        columns={columns}
        rowKey={(row) => row.id}
        loadingRows={5}
        empty={
          type || status ? (
            <EmptyState
              icon={Bell}
              title={strings.noNotificationIsLikeThis}
              actions={<Button onClick={() => set({ type: '', status: '' })}>{strings.showAll}</Button>}
            />
          ) : (
            none
          )
        }
      />
    </>
  )
}

function useColumns(): Column<Notification>[] {
  const { read, hide, restore } = useInboxActions()
  const actions = { read, hide, restore }
  return useMemo(
    () => columnsOf(actions),
    // oxlint-disable-next-line react/exhaustive-deps -- they do the same whichever drawing made them, and rows draw again when columns change
    [],
  )
}

type Actions = ReturnType<typeof useInboxActions>

function columnsOf(actions: Actions): Column<Notification>[] {
  return [
    {
      key: 'message',
      header: strings.message,
      card: 'title',
      cell: (row) => (
        <span className={row.read ? 'inbox__read' : 'inbox__unread'}>
          {!row.read && <span className="visually-hidden">{strings.unread2} </span>}
          <NotificationText of={row} onOpen={() => !row.read && void actions.read(row)} />
        </span>
      ),
    },
    { key: 'type', header: strings.type, width: '140px', cell: (row) => <TypeTag type={row.type} /> },
    { key: 'when', header: strings.when, width: '140px', cell: (row) => <AgoText at={row.createdAt} /> },
    {
      key: 'actions',
      header: '',
      card: 'corner',
      width: '104px',
      cell: (row) => (
        <span className="inbox__actions">
          {!row.read && <IconButton icon={Check} label={strings.markAsRead} onClick={() => void actions.read(row)} />}
          <IconButton
            icon={Trash2}
            label={strings.deleteNotification}
            onClick={() => void hideWithUndo(actions, row)}
          />
        </span>
      ),
    },
  ]
}

/** It is gone on the server too, so that closing the tab changes nothing; undoing puts it back. */
async function hideWithUndo({ hide, restore }: Actions, row: Notification) {
  if (!(await hide(row))) return
  toast(
    ({ id }) => (
      <span className="inbox__undo">
        {strings.notificationDeleted}
        <Button
          size="small"
          onClick={() => {
            toast.dismiss(id)
            void restore(row)
          }}
        >
          {strings.undo}
        </Button>
      </span>
    ),
    { duration: undoMilliseconds },
  )
}
