import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { optionalEmail } from '#core/contract/email.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, nairaAboveZero, optionalText, requiredText } from '#core/contract/fields.ts'
import { cooperativePhone } from '#core/contract/phone.ts'
import { kobo } from '#core/money.ts'
import { formInput } from './form-input.ts'

const fields = {
  name: requiredText('Enter the name'),
  phone: z.optional(z.nullable(cooperativePhone)),
  email: optionalEmail,
  contact: optionalText(10),
  since: day,
  until: z.optional(day),
  amount: nairaAboveZero,
}
const shared = {
  path: '/clubs/:clubId',
  summary: '',
  access: 'member.read',
  says: null,
  changes: [],
  reply: z.null(),
} as const
const params = z.object({ clubId: id() })
const create = endpoint({ ...shared, method: 'POST', params, body: z.strictObject(fields) })
const update = endpoint({
  ...shared,
  method: 'PUT',
  params,
  body: z.strictObject({
    ...fields,
    name: z.optional(fields.name),
    since: z.optional(day),
    amount: z.optional(nairaAboveZero),
  }),
})
const clubId = '01890a5d-ac96-774b-bcce-b302099a8057'
const filled = {
  name: 'Ayọ̀',
  phone: '0803 123 4567',
  email: 'a@example.ng',
  contact: 'Bola',
  since: '2026-03-04',
  until: '2026-05-06',
  amount: kobo(125_050),
}
/** A form of something new that is filled in so, and one of a record in which this is typed. */
const of = (edits: object) => formInput(create, { edits: { ...edits }, given: { clubId } })
const record = { id: 'not a field', ...filled, phone: '+2348031234567' }
const changed = (edits: object) => formInput(update, { held: record, edits: { ...edits }, given: { clubId } })

describe('what a form sends', () => {
  test('is what was filled in, a phone as it is stored, with what is given besides', () => {
    expect(of(filled)).toEqual({ input: { ...filled, phone: '+2348031234567', clubId }, problems: {} })
  })

  test('has null for what was emptied where null is taken, and leaves out what may be left out', () => {
    const { input, problems } = of({ ...filled, phone: '', email: '', contact: '', until: '' })
    expect(input).toEqual({ ...filled, phone: null, email: null, contact: null, until: undefined, clubId })
    expect(problems).toEqual({})
  })

  test('of a record is what was typed alone', () => {
    expect(changed({ contact: 'Chidi' })).toEqual({ input: { contact: 'Chidi', clubId }, problems: {} })
    expect(changed({ phone: '', contact: '' })).toEqual({ input: { phone: null, contact: null, clubId }, problems: {} })
  })

  test('of a record has what the contract always asks for, typed or not', () => {
    const { input } = formInput(create, { held: record, edits: { contact: 'Chidi' }, given: { clubId } })
    expect(input).toEqual({ name: 'Ayọ̀', contact: 'Chidi', since: '2026-03-04', amount: kobo(125_050), clubId })
  })

  test('has what it began with as it is, and what was typed over it', () => {
    const { name, phone, email, contact, until, ...start } = filled
    expect(formInput(create, { start, edits: { name, since: '2026-04-01' }, given: { clubId } }).input).toEqual({
      name,
      since: '2026-04-01',
      amount: kobo(125_050),
      clubId,
    })
    expect([phone, email, contact, until]).toHaveLength(4)
  })

  test('lets nothing that was typed replace what is given, and knows no field but those of the contract', () => {
    const other = '01890a5d-ac96-774b-bcce-b302099a8058'
    expect(of({ ...filled, clubId: other, id: other }).input).toEqual({ ...filled, phone: '+2348031234567', clubId })
  })
})

describe('what is wrong with it', () => {
  test.each([
    ['an empty text', { name: '' }, { name: 'Enter the name' }],
    ['spaces', { name: '   ' }, { name: 'Enter the name' }],
    ['no phone', { phone: '12' }, { phone: 'Invalid phone number format' }],
    ['no email', { email: 'ada' }, { email: 'Invalid email format' }],
    ['a text that is too long', { contact: 'a'.repeat(11) }, { contact: 'Use 10 characters or fewer' }],
    ['an amount of nothing', { amount: kobo(0) }, { amount: 'Enter an amount above zero' }],
  ])('is said by field: %s', (_what, wrong, problems) => {
    expect(of({ ...filled, ...wrong }).problems).toEqual(problems)
  })

  test('is said of every field that must be there and is empty', () => {
    expect(of({ name: '' }).problems).toEqual({
      name: 'Enter the name',
      since: 'Enter the date',
      amount: 'Enter an amount in naira',
    })
  })

  test('is said where a record held something that it can not be without, and nothing was left of it', () => {
    expect(changed({ name: '', amount: undefined }).problems).toEqual({
      name: 'Enter the name',
      amount: 'Enter an amount in naira',
    })
    expect(changed({ until: '' }).problems).toEqual({ until: 'Enter the date' })
  })

  test('is said by the form first, where it knows a rule that the contract does not', () => {
    const wrong = { since: 'Choose today or an earlier date', contact: undefined }
    expect(formInput(create, { edits: { ...filled }, given: { clubId }, wrong }).problems).toEqual({
      since: 'Choose today or an earlier date',
    })
  })
})
