import { reverseLeaving, rejectLeaving, cancelLeaving, waiveNotice } from '#features/members/leaving/contract.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import type { Leaving, LeavingAct } from './api.ts'

const endpoints = { waive: waiveNotice, cancel: cancelLeaving, reject: rejectLeaving, reverse: reverseLeaving }

type Words = { title: string; description: string; confirm: string; failed: string; done: string; isDanger: boolean }

function wordsOf(act: LeavingAct, name: string, isDeath: boolean): Words {
  const words: Record<LeavingAct, Words> = {
    waive: {
      title: 'Waive the notice?',
      description: `${name} can then be settled with before the notice has run. Your name and the reason stay on record.`,
      confirm: 'Waive the notice',
      failed: 'The notice was not waived',
      done: 'Notice waived',
      isDanger: false,
    },
    cancel: {
      title: 'Cancel exit?',
      description: `${name} stays a member, with everything as it is.${isDeath ? ' Where another officer can approve it, they have to.' : ''}`,
      confirm: 'Cancel exit',
      failed: 'The leaving was not cancelled',
      done: 'Leaving cancelled',
      isDanger: true,
    },
    reject: {
      title: 'Send the settlement back?',
      description: 'The leaving stays open and can be put together again. Officers read the reason.',
      confirm: 'Send it back',
      failed: 'The settlement was not sent back',
      done: 'Settlement sent back',
      isDanger: true,
    },
    reverse: {
      title: 'Reverse the settlement?',
      description: `An entry of today undoes all of it, both stay visible, and ${name} is a member again with the accounts, loans and pledges of before. Money that was paid out has to come back.`,
      confirm: 'Reverse the settlement',
      failed: 'Nothing was reversed',
      done: 'Settlement reversed',
      isDanger: true,
    },
  }
  return words[act]
}

/** Asks why before something of a leaving is changed. */
export function LeavingDialog({
  act,
  name,
  leaving,
  onClose,
}: {
  act: LeavingAct
  name: string
  leaving: Leaving
  onClose: () => void
}) {
  const { title, description, confirm, failed, done, isDanger } = wordsOf(act, name, leaving.reason === 'death')
  return (
    <ReasonDialog
      endpoint={endpoints[act]}
      input={{ leavingId: leaving.id }}
      title={title}
      description={description}
      keep="Keep it"
      button={confirm}
      look={isDanger ? 'danger' : 'primary'}
      failed={failed}
      done={({ leaving: now }) =>
        act === 'reverse' && now?.reversalAskedBy ? 'Asked for. It waits for another officer.' : done
      }
      onClose={onClose}
    />
  )
}
