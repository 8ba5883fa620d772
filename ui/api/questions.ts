/** What a person is asked before the server does what they sent; each is undefined or false where they decline. */
export type Questions = {
  /** Who they are, once more. */
  identity: () => Promise<boolean>
  /** The code that the phone of their login received. */
  loginProof: () => Promise<boolean>
  /** Why a bank account may be overdrawn; `message` says which account, when and by how much. */
  overdraftReason: (message: string) => Promise<string | undefined>
  /** Whether a payment is another one than the one that `message` names. */
  anotherPayment: (message: string) => Promise<boolean>
  /** Which of these sheets of a workbook is meant. */
  sheet: (message: string, sheets: readonly string[]) => Promise<string | undefined>
}

let load: (() => Promise<Questions>) | undefined

/** Says how a person is asked; before login no one is. */
export function askWith(loading: () => Promise<Questions>) {
  load = loading
}

/** Undefined before login, when no one is asked. */
export const questions = (): Promise<Questions> | undefined => load?.()

type Proof = 'identity' | 'loginProof'

const underWay = new Map<Proof, Promise<boolean>>()

/** Asks once for all calls that need it at the moment. */
export function askProof(which: Proof): Promise<boolean> {
  const asked = underWay.get(which) ?? askedNow(which).finally(() => underWay.delete(which))
  underWay.set(which, asked)
  return asked
}

async function askedNow(which: Proof): Promise<boolean> {
  return (await questions())?.[which]() ?? false
}
