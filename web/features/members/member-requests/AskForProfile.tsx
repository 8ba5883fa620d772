import { useQuery } from '@tanstack/react-query'
import type { Parsed } from '#contract/endpoint.ts'
import { askForChange } from '#contract/members/member-requests.ts'
import { changedFields, type RequestField, requestFields } from '#domain/members/member-requests/member-request.ts'
import { phoneFrom } from '#domain/phone.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useEdits } from '#web/ui/use-edits.ts'
import { AskDrawer } from './AskDrawer.tsx'
import { ownRecordQuery } from './ask-api.ts'

type Texts = Record<RequestField, string>

/** The form of a request to change the own record; it begins with what is there. */
export function AskForProfile({ onClose }: { onClose: () => void }) {
  const record = useQuery(ownRecordQuery())
  if (record.data) return <Fields record={record.data} onClose={onClose} />
  return (
    <Drawer open onClose={onClose} title="Ask for a change">
      {record.isError ? <LoadProblem title="Failed to get profile data" of={record} /> : <SkeletonLines lines={6} />}
    </Drawer>
  )
}

const nextOfKin = requestFields.filter((field) => field.startsWith('nextOfKin'))
const bank = requestFields.filter((field) => field.startsWith('bank'))
const named = ['firstName', 'lastName', 'phone'] as const

function Fields({ record, onClose }: { record: Record<RequestField, string | null>; onClose: () => void }) {
  const ask = useAction(askForChange)
  const { values: texts, edit } = useEdits(
    Object.fromEntries(requestFields.map((field) => [field, record[field] ?? ''])) as Texts,
  )
  const asked = Object.fromEntries(
    requestFields.flatMap((field) =>
      texts[field].trim() === (record[field] ?? '') ? [] : [[field, wireText(field, texts[field].trim())]],
    ),
  )
  const nothing =
    Object.keys(asked).length === 0 ||
    (changedFields(record, asked).length === 0 && !named.some((field) => field in asked))
  const refused = fieldErrors(ask.error)
  const field = (name: RequestField) => ({
    value: texts[name],
    autoComplete: 'off',
    error: refused[`profile.${name}`],
    onChange: (text: string) => {
      edit({ [name]: text })
      if (ask.error) ask.reset()
    },
  })
  const isRefused = (fields: readonly RequestField[]) => fields.some((name) => refused[`profile.${name}`] !== undefined)
  return (
    <AskDrawer
      title="Ask for a change"
      ask={ask}
      fields={requestFields.map((name) => `profile.${name}`)}
      missing={nothing}
      change={{ profile: asked } as Omit<Parsed<typeof askForChange>, 'note'>}
      onClose={onClose}
    >
      {(tried) => (
        <>
          {tried && nothing && (
            <Banner tone="danger" title="Nothing is changed yet">
              Change what is wrong, then send it.
            </Banner>
          )}
          <TextField label="Address" optional {...field('address')} />
          <TextField label="Email" optional type="email" {...field('email')} />
          <TextField
            label="Other phone"
            optional
            type="tel"
            inputMode="tel"
            hint="A second number to call. You don’t log in with it."
            {...field('otherPhone')}
          />
          <div className="columns">
            <TextField label="Marital status" {...field('maritalStatus')} />
            <TextField label="Employment" {...field('employmentStatus')} />
          </div>
          <Fold title="Next of kin" open={isRefused(nextOfKin)}>
            <div className="columns">
              <TextField label="First name of next of kin" optional {...field('nextOfKinFirstName')} />
              <TextField label="Last name of next of kin" optional {...field('nextOfKinLastName')} />
            </div>
            <div className="columns">
              <TextField
                label="Phone of next of kin"
                optional
                type="tel"
                inputMode="tel"
                {...field('nextOfKinPhone')}
              />
              <TextField
                label="Relationship"
                optional
                placeholder="wife, brother, daughter …"
                {...field('nextOfKinRelationship')}
              />
            </div>
            <TextField label="Email of next of kin" optional type="email" {...field('nextOfKinEmail')} />
            <TextField label="Address of next of kin" optional {...field('nextOfKinAddress')} />
          </Fold>
          <Fold title="Bank details" note="where you are paid" open={isRefused(bank)}>
            <TextField label="Bank" maxLength={80} {...field('bankName')} />
            <TextField
              label="Account number"
              inputMode="numeric"
              maxLength={10}
              hint="10 digits"
              {...field('bankAccountNumber')}
            />
            <TextField label="Account name" maxLength={120} {...field('bankAccountName')} />
          </Fold>
          <Fold title="Name and phone" note="bring a paper" open={isRefused(named)}>
            <p className="muted">
              An officer looks at a paper that shows the change, such as a marriage certificate, before these are
              changed.
            </p>
            <div className="columns">
              <TextField label="First name" {...field('firstName')} />
              <TextField label="Last name" {...field('lastName')} />
            </div>
            <TextField
              label="Phone number"
              type="tel"
              inputMode="tel"
              hint="You log in with this number."
              {...field('phone')}
            />
          </Fold>
        </>
      )}
    </AskDrawer>
  )
}

/** A phone in the form in which it is kept, where it is one; an emptied field is sent as nothing. */
function wireText(field: RequestField, text: string): string | null {
  if (text === '') return named.some((name) => name === field) ? '' : null
  return field === 'phone' || field === 'otherPhone' ? (phoneFrom(text) ?? text) : text
}
