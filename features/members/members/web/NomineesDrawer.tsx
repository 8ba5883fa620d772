import { Plus, Trash2 } from 'lucide'
import { updateNominees } from '#features/members/nominees/contract.ts'
import { useState } from 'react'
import { evenShares, nomineesMax, percentOf, shareLeft } from '#features/members/members/rules/nominee.ts'
import { hundredths } from '#core/percent.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import type { Member } from './MemberForm.tsx'
import './NomineesDrawer.css'
import type { Nominee } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const parts = ['firstName', 'lastName', 'relationship', 'phone', 'email', 'address', 'share'] as const
type Part = (typeof parts)[number]
/** As it is typed; `key` stays with its row when another is taken away. */
type Draft = Record<Part, string> & { key: number }

const labels: Record<Exclude<Part, 'share'>, string> = {
  firstName: strings.firstName,
  lastName: strings.lastName,
  relationship: strings.relationship,
  phone: strings.phone,
  email: strings.email,
  address: strings.address,
}
const emptyDraft: Record<Part, string> = {
  firstName: '',
  lastName: '',
  relationship: '',
  phone: '',
  email: '',
  address: '',
  share: '',
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
    email: email ?? '',
    address: address ?? '',
    share: String(sharePercent),
  }
}

function shareOf({ share }: Pick<Draft, 'share'>): number {
  return hundredths(Number(share.replace(',', '.').replace('%', '').trim() || Number.NaN)) ?? 0
}

/** What is wrong with each row, by the server's names of the fields. */
function problemsOf(drafts: readonly Draft[]): Record<string, string> {
  return Object.fromEntries(
    drafts.flatMap((draft, index) => [
      ...(draft.firstName.trim() === '' ? [[`nominees.${index}.firstName`, strings.firstNameIsRequired]] : []),
      ...(shareOf(draft) > 0 && shareOf(draft) <= 10_000
        ? []
        : [[`nominees.${index}.sharePercent`, strings.enterAShareSuchAs]]),
    ]),
  )
}

/** Whom the member names and how they share; what is still to be given is said while it is typed. */
export function NomineesDrawer({
  member,
  known,
  onClose,
}: {
  member: Member
  known: readonly Nominee[]
  onClose: () => void
}) {
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    known.length > 0 ? known.map(draftOf) : [{ ...emptyDraft, key: 0, share: '100' }],
  )
  const [tries, setTries] = useState(0)
  const update = useAction(updateNominees)
  const left = shareLeft(drafts.map(shareOf))
  const problems = problemsOf(drafts)
  const isWhole = drafts.length === 0 || left === 0
  const shown: Record<string, string> = {
    ...(update.error ? fieldErrors(update.error) : {}),
    ...(tries > 0 ? problems : {}),
  }
  const add = (given: Partial<Draft> = {}) =>
    setDrafts([
      ...drafts,
      {
        ...emptyDraft,
        share: left > 0 ? percentOf(left) : '',
        ...given,
        key: 1 + Math.max(0, ...drafts.map(({ key }) => key)),
      },
    ])
  const kin = {
    firstName: member.nextOfKinFirstName,
    lastName: member.nextOfKinLastName,
    relationship: member.nextOfKinRelationship,
    phone: member.nextOfKinPhone,
    email: member.nextOfKinEmail,
    address: member.nextOfKinAddress,
  }
  const isKinNamed = drafts.some(
    ({ firstName, lastName }) => firstName === (kin.firstName ?? '') && lastName === (kin.lastName ?? ''),
  )
  function submit() {
    setTries(tries + 1)
    if (!isWhole || Object.keys(problems).length > 0) return
    const text = (typed: string) => typed.trim() || null
    update.mutate(
      {
        id: member.memberid,
        nominees: drafts.map((draft) => ({
          firstName: draft.firstName.trim(),
          lastName: text(draft.lastName),
          relationship: text(draft.relationship),
          phone: text(draft.phone),
          email: text(draft.email),
          address: text(draft.address),
          sharePercent: shareOf(draft) / 100,
        })),
      },
      toastThen(strings.nomineesKept, onClose),
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={fill(strings.nomineesOf, { firstName: member.firstName, lastName: member.lastName })}
      actions={
        <>
          <p className="nominees-left" aria-live="polite">
            {sumWords(drafts.length, left)}
          </p>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button look="primary" type="submit" form="nominees" busy={update.isPending}>
            {strings.saveNominees}
          </Button>
        </>
      }
    >
      <Form
        id="nominees"
        className="stack"
        problems={tries > 0 && Object.keys(problems).length > 0 ? tries : update.error}
        onSubmit={submit}
      >
        {update.error && !Object.keys(fieldErrors(update.error)).some((field) => field.startsWith('nominees.')) && (
          <RefusedBanner error={update.error} title={strings.theNomineesWereNotKept} />
        )}
        {tries > 0 && !isWhole && (
          <Banner tone="danger" title={strings.theSharesAreNotYet}>
            {sumWords(drafts.length, left)}
          </Banner>
        )}
        <p className="muted">{strings.whenTheMemberDiesWhat}</p>
        {drafts.map((draft, index) => (
          <NomineeFields
            key={draft.key}
            draft={draft}
            at={index}
            shown={shown}
            onChange={(changes) =>
              setDrafts(drafts.map((each) => (each.key === draft.key ? { ...each, ...changes } : each)))
            }
            onRemove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
          />
        ))}
        <div className="row">
          {drafts.length < nomineesMax && (
            <Button icon={Plus} onClick={() => add()}>
              {strings.addANominee}
            </Button>
          )}
          {kin.firstName && !isKinNamed && drafts.length < nomineesMax && (
            <Button
              onClick={() => add(Object.fromEntries(Object.entries(kin).map(([part, text]) => [part, text ?? ''])))}
            >
              {strings.addTheNextOfKin}
            </Button>
          )}
          {drafts.length > 1 && (
            <Button
              onClick={() =>
                setDrafts(
                  evenShares(drafts.length).flatMap((share, index) =>
                    drafts[index] ? [{ ...drafts[index], share: percentOf(share) }] : [],
                  ),
                )
              }
            >
              {strings.shareEqually}
            </Button>
          )}
        </div>
      </Form>
    </Drawer>
  )
}

function NomineeFields({
  draft,
  at,
  shown,
  onChange,
  onRemove,
}: {
  draft: Draft
  at: number
  shown: Record<string, string>
  onChange: (changes: Partial<Draft>) => void
  onRemove: () => void
}) {
  return (
    <fieldset className="nominee stack">
      <legend>{fill(strings.nomineeAt, { at: at + 1 })}</legend>
      <div className="columns">
        {(['firstName', 'lastName', 'relationship', 'phone', 'email', 'address'] as const).map((part) => (
          <TextField
            key={part}
            label={labels[part]}
            optional={part !== 'firstName'}
            autoComplete="off"
            type={part === 'email' ? 'email' : part === 'phone' ? 'tel' : 'text'}
            maxLength={part === 'address' ? 300 : 80}
            value={draft[part]}
            onChange={(text) => onChange({ [part]: text })}
            error={shown[`nominees.${at}.${part}`]}
          />
        ))}
        <TextField
          label={strings.shareInPercent}
          inputMode="decimal"
          value={draft.share}
          onChange={(share) => onChange({ share })}
          error={shown[`nominees.${at}.sharePercent`]}
        />
      </div>
      <div className="row">
        <Button icon={Trash2} onClick={onRemove}>
          {fill(strings.takeNomineeAway, { at: at + 1 })}
        </Button>
      </div>
    </fieldset>
  )
}

function sumWords(count: number, left: number): string {
  if (count === 0) return strings.noNomineeIsNamed
  if (left === 0) return strings.allAllocated
  return left > 0
    ? fill(strings.isStillToBeGiven, { left: percentOf(left) })
    : fill(strings.tooMuchIsGiven, { left: percentOf(-left) })
}
