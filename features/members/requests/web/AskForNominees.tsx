import { useQuery } from '@tanstack/react-query'
import { askForChange } from '#features/members/requests/contract.ts'
import { listOwnNominees } from '#features/members/nominees/contract.ts'
import { Plus, Trash2 } from 'lucide'
import { useState } from 'react'
import { nomineesMax } from '#features/members/members/rules/nominee.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { AskDrawer } from './AskDrawer.tsx'
import './AskForNominees.css'
import type { Nominee } from './ask-api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** The form of a request for other nominees; it begins with those who are named. */
export function AskForNominees({ onClose }: { onClose: () => void }) {
  const named = useQuery(query(listOwnNominees, {}))
  if (named.data) return <People named={named.data} onClose={onClose} />
  return (
    <Drawer open onClose={onClose} title={strings.changeMyNominees}>
      {named.isError ? <LoadProblem title={strings.failedToLoadTheNominees} of={named} /> : <SkeletonLines lines={6} />}
    </Drawer>
  )
}

const texts = ['firstName', 'lastName', 'relationship', 'phone'] as const
const labels: Record<(typeof texts)[number], string> = {
  firstName: strings.firstName,
  lastName: strings.lastName,
  relationship: strings.relationship,
  phone: strings.phone,
}
/** As it is typed; `key` stays with its person when another is taken away, and with it what an officer wrote beside. */
type Draft = Record<(typeof texts)[number] | 'share', string> & {
  key: number
  email: string | null
  address: string | null
}

function draftOf(
  { firstName, lastName, relationship, phone, email, address, sharePercent }: Nominee,
  key: number,
): Draft {
  return {
    key,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    relationship: relationship ?? '',
    phone: phone ?? '',
    email,
    address,
    share: String(sharePercent),
  }
}

const noPerson: Omit<Nominee, 'sharePercent'> = {
  firstName: null,
  lastName: null,
  relationship: null,
  phone: null,
  email: null,
  address: null,
}

function shareOf({ share }: Draft): number | undefined {
  const percent = Number(share.replace('%', '').trim() || Number.NaN)
  return Number.isInteger(percent) && percent > 0 && percent <= 100 ? percent : undefined
}

function problemsOf(drafts: readonly Draft[]): Record<string, string> {
  return Object.fromEntries(
    drafts.flatMap((draft, index) => [
      ...(draft.firstName.trim() === '' ? [[`nominees.${index}.firstName`, strings.firstNameIsRequired]] : []),
      ...(shareOf(draft) === undefined ? [[`nominees.${index}.sharePercent`, strings.enterAWholeShareSuch]] : []),
    ]),
  )
}

function People({ named, onClose }: { named: readonly Nominee[]; onClose: () => void }) {
  const ask = useAction(askForChange)
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    named.length > 0 ? named.map(draftOf) : [draftOf({ ...noPerson, sharePercent: 100 }, 0)],
  )
  const problems = problemsOf(drafts)
  const given = drafts.reduce((sum, draft) => sum + (shareOf(draft) ?? 0), 0)
  const isWhole = drafts.length === 0 || given === 100
  const refused = fieldErrors(ask.error)
  const change = (next: readonly Draft[]) => {
    setDrafts(next)
    if (ask.error) ask.reset()
  }
  const set = (key: number, part: keyof Draft) => (text: string) =>
    change(drafts.map((draft) => (draft.key === key ? { ...draft, [part]: text } : draft)))
  const add = () =>
    change([
      ...drafts,
      {
        ...draftOf({ ...noPerson, sharePercent: 0 }, 1 + Math.max(0, ...drafts.map(({ key }) => key))),
        share: given < 100 ? String(100 - given) : '',
      },
    ])
  const text = (typed: string) => typed.trim() || null
  return (
    <AskDrawer
      title={strings.changeMyNominees}
      ask={ask}
      fields={drafts.flatMap((_draft, index) => [...texts, 'sharePercent'].map((part) => `nominees.${index}.${part}`))}
      missing={!isWhole || Object.keys(problems).length > 0}
      change={{
        nominees: drafts.map((draft) => ({
          firstName: draft.firstName.trim(),
          lastName: text(draft.lastName),
          relationship: text(draft.relationship),
          phone: text(draft.phone),
          email: draft.email,
          address: draft.address,
          sharePercent: shareOf(draft) ?? 0,
        })),
      }}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <p className="muted">{strings.whenYouDieWhatIs}</p>
          {drafts.map((draft, index) => {
            const error = (part: string) =>
              refused[`nominees.${index}.${part}`] ?? (tried ? problems[`nominees.${index}.${part}`] : undefined)
            return (
              <fieldset key={draft.key} className="asked-nominee stack">
                <legend>{fill(strings.nomineeIndex, { index: index + 1 })}</legend>
                <div className="columns">
                  {texts.map((part) => (
                    <TextField
                      key={part}
                      label={labels[part]}
                      optional={part !== 'firstName'}
                      autoComplete="off"
                      type={part === 'phone' ? 'tel' : 'text'}
                      maxLength={part === 'phone' ? 32 : 80}
                      value={draft[part]}
                      onChange={set(draft.key, part)}
                      error={error(part)}
                    />
                  ))}
                  <TextField
                    label={strings.shareInPercent}
                    inputMode="numeric"
                    maxLength={4}
                    value={draft.share}
                    onChange={set(draft.key, 'share')}
                    error={error('sharePercent')}
                  />
                </div>
                <div className="row">
                  <Button
                    size="small"
                    icon={Trash2}
                    onClick={() => change(drafts.filter(({ key }) => key !== draft.key))}
                  >
                    {fill(strings.takeNomineeAway, { index: index + 1 })}
                  </Button>
                </div>
              </fieldset>
            )
          })}
          {drafts.length < nomineesMax && (
            <div className="row">
              <Button icon={Plus} onClick={add}>
                {strings.addANominee}
              </Button>
            </div>
          )}
          {tried && !isWhole ? (
            <Banner tone="danger" title={strings.theSharesAreNotYet}>
              {sumWords(drafts.length, given)}
            </Banner>
          ) : (
            <p aria-live="polite">{sumWords(drafts.length, given)}</p>
          )}
        </>
      )}
    </AskDrawer>
  )
}

function sumWords(count: number, given: number): string {
  if (count === 0) return strings.noNomineeWouldBeLeft
  if (given === 100) return strings.allAllocated
  return given < 100
    ? fill(strings.isStillToBeGiven, { value: 100 - given })
    : fill(strings.tooMuchIsGiven, { given: given - 100 })
}
