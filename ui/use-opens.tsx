import { type ReactNode, Suspense } from 'react'
import type { Permission } from '#core/actor.ts'
import { may } from '#ui/session/may.ts'
import { Button, type ButtonLook } from './Button.tsx'
import type { IconPicture } from './Icon.tsx'
import { useListSearch } from './use-list-search.ts'

/** What opens over a page or a list, under its name in the address: `?do=new`. */
export type Opens = readonly {
  name: string
  /** What its button says. */
  label: string
  /** Who lacks it sees no button, and the address opens nothing. */
  needs?: Permission
  icon?: IconPicture
  look?: ButtonLook
  /** Has no button now. */
  hidden?: boolean
  /** The drawer or dialog, best a lazy one. */
  form: (onClose: () => void) => ReactNode
}[]

/** The buttons of what opens, one of them by its name, and what is open. */
export function useOpens(opens: Opens) {
  const { filter, set } = useListSearch()
  const show = (name: string | undefined) => set({ do: name, page: filter('page') })
  const button = (name: string, label?: string) =>
    opens
      .filter((one) => one.name === name)
      .map(({ label: own, needs, icon, look }) => (
        <Button key={name} needs={needs} icon={icon} look={look} onClick={() => show(name)}>
          {label ?? own}
        </Button>
      ))
  const open = opens.find(({ name, needs }) => name === filter('do') && may(needs))
  return {
    button,
    buttons: opens.filter(({ hidden }) => !hidden).map(({ name }) => button(name)),
    form: <Suspense>{open?.form(() => show(undefined))}</Suspense>,
  }
}
