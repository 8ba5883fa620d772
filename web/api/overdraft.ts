let ask = (_message: string): Promise<string | undefined> => Promise.resolve(undefined)

/** Says how a person is asked why a bank account may be overdrawn. */
export function askOverdraftReasonWith(asking: (message: string) => Promise<string | undefined>) {
  ask = asking
}

/** The reason; undefined where the person declines. `message` says which account, when and by how much. */
export function askOverdraftReason(message: string): Promise<string | undefined> {
  return ask(message)
}
