/** How far what a form sent is: answered, on its way, or its answer was lost and `again` sends the very same once more. */
export type Outcome = { state: 'sent' | 'done' | 'refused' } | { state: 'lost'; again: () => void }

export type Tell = (outcome: Outcome) => void

const toNoOne: Tell = () => undefined
let form = toNoOne

/** Submits a form: the action that `submit` begins tells the form how far it is. */
export function submitting(tell: Tell, submit: () => void): void {
  form = tell
  try {
    submit()
  } finally {
    form = toNoOne
  }
}

/** Whom an action that begins now tells how far it is: the form that is being submitted, or no one. */
export function submitted(): Tell {
  return form
}
